// What an installation holds, in CycloneDX, on stdout: `npm sbom` with these arguments, without development tools (its own
// --omit=dev also omits what a tool needs as well), and without the time and the number of this one run, so that the same
// installation gives the same bytes. For the Dockerfile.
import { execFileSync } from 'node:child_process';

const args = ['sbom', '--sbom-format=cyclonedx', '--no-update-notifier', ...process.argv.slice(2)];
const said = execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const { serialNumber: _number, metadata, components, dependencies, ...rest } = JSON.parse(said);
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
