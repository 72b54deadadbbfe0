// Prints the SBOM of an installation in CycloneDX on stdout, for the Dockerfile. Runs `npm sbom` with these arguments and removes
// the development tools; npm's --omit=dev would also omit production packages that a tool needs. The timestamp and the serial number
// are removed too, so that the same installation gives the same bytes.
import { execFileSync } from 'node:child_process';

const args = ['sbom', '--sbom-format=cyclonedx', '--no-update-notifier', ...process.argv.slice(2)];
const output = execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const { serialNumber: _number, metadata, components, dependencies, ...rest } = JSON.parse(output);
const { timestamp: _time, ...lasting } = metadata;

const isTool = ({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:development');
const tools = new Set(components.filter(isTool).map((component) => component['bom-ref']));
const kept = {
  components: components.filter((component) => !isTool(component)),
  dependencies: dependencies
    .filter(({ ref }) => !tools.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => !tools.has(one)) })),
};
console.log(JSON.stringify({ ...rest, metadata: lasting, ...kept }, null, 2));
