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

const plain = await prepareFaults();
const capped = await prepareFaults({ maxLeadsPerScan: 25 });
for (const { undisturbed, undisturbedMs } of [plain, capped]) {
  const { fetched, capped: beyond } = undisturbed.funnel;
  const counts = `${undisturbed.leads.length} leads of ${fetched} posts, ${beyond} beyond the cap`;
  console.log(`undisturbed: ${counts}, in ${Math.round(undisturbedMs)} ms`);
}

let failed = 0;
for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
  const faults = seed % 4 === 0 ? capped : plain;
  const { killsMs, wrong, folder } = await faults.run(seed);
  console.log(
    `seed ${seed}: killed after ${killsMs.join(' ms and again after ')} ms: ${wrong.length === 0 ? 'right' : 'WRONG'}`,
  );
  for (const line of wrong) console.log(`  ${line}`);
  if (wrong.length > 0) console.log(`  kept: ${folder}`);
  failed += wrong.length > 0 ? 1 : 0;
}
if (failed === 0) await Promise.all([plain.clean(), capped.clean()]);
console.log(`${runs - failed} right, ${failed} wrong`);
process.exitCode = failed === 0 ? 0 : 1;
