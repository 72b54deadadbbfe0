// What an installation holds, in CycloneDX, on stdout: `npm sbom` with these arguments, without the time and the number
// of this one run, so that the same installation gives the same bytes. For the Dockerfile.
import { execFileSync } from 'node:child_process';

const args = ['sbom', '--sbom-format=cyclonedx', '--no-update-notifier', ...process.argv.slice(2)];
const {
  serialNumber: _number,
  metadata,
  ...rest
} = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
const { timestamp: _time, ...lasting } = metadata;
console.log(JSON.stringify({ ...rest, metadata: lasting }, null, 2));
