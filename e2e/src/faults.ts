// `npm run faults`: kills a real process in the middle of scans and looks whether everything is right afterwards.
import { parseArgs } from 'node:util';
import { prepareFaults } from './faults/scan-kill.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const runs = Number(values.runs);
const firstSeed = Number(values.seed);
console.log(`${runs} runs from seed ${firstSeed} (--seed repeats them)`);

const faults = await prepareFaults();
const { undisturbed, undisturbedMs } = faults;
console.log(
  `undisturbed: ${undisturbed.leads.length} leads of ${undisturbed.funnel.fetched} posts in ${Math.round(undisturbedMs)} ms`,
);

let failed = 0;
for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
  const { killsMs, wrong, folder } = await faults.run(seed);
  console.log(
    `seed ${seed}: killed after ${killsMs.join(' ms and again after ')} ms: ${wrong.length === 0 ? 'right' : 'WRONG'}`,
  );
  for (const line of wrong) console.log(`  ${line}`);
  if (wrong.length > 0) console.log(`  kept: ${folder}`);
  failed += wrong.length > 0 ? 1 : 0;
}
if (failed === 0) await faults.clean();
console.log(`${runs - failed} right, ${failed} wrong`);
process.exitCode = failed === 0 ? 0 : 1;
