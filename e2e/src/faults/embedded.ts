import { prepareFaults } from './scan-kill.ts';

/**
 * Kills the all-in-one in the middle of scans, `runs` times. Prints each run and resolves with the number of failed
 * runs.
 */
export async function embeddedFaults({ runs, firstSeed }: { runs: number; firstSeed: number }): Promise<number> {
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
  return failed;
}
