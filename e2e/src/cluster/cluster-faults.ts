import type { ServiceName } from '@earshot/proto/values';
import { rm } from 'node:fs/promises';
import { breakBuild, type BrokenBuild } from './broken.ts';
import type { DisturbedRun } from './kill-run.ts';
import { type KillFaults, prepareKills } from './kill-world.ts';
import { killSchedule } from './schedule.ts';
import { sharedServers } from './servers.ts';

export interface ClusterFaultsOptions {
  /** How often each service is killed. */
  readonly times: number;
  readonly firstSeed: number;
  /** Kills only these services. Defaults to all of them. */
  readonly services?: readonly ServiceName[];
  /** Runs a broken build, which must fail, and stops at the first run that detects the error. */
  readonly broken?: BrokenBuild;
}

/**
 * Kills each service in turn while scans run, then freezes the lead service. Prints each run and resolves with the
 * number of failed runs.
 */
export async function clusterFaults(options: ClusterFaultsOptions): Promise<number> {
  const { broken } = options;
  const sources = broken === undefined ? undefined : await breakBuild(broken);
  const servers = await sharedServers();
  try {
    const faults = await prepareKills({
      servers,
      spares: { lead: 1 },
      ...(sources !== undefined && { sources }),
    });
    let failed = 0;
    try {
      printUndisturbed(faults);
      failed = await inTurn(faults, options);
    } finally {
      if (failed > 0) console.log(`logs are kept in ${faults.cluster.folder}`);
      await faults.stop({ keep: failed > 0 });
    }
    return failed;
  } finally {
    await servers.stop();
    if (sources !== undefined) await rm(sources, { recursive: true });
  }
}

function printUndisturbed({ plain, capped }: KillFaults): void {
  for (const { outcome, ms } of [plain, capped]) {
    const { fetched, capped: beyond } = outcome.funnel;
    console.log(
      `undisturbed: ${outcome.leads.length} leads of ${fetched} posts, ${beyond} beyond the cap, in ${Math.round(ms)} ms`,
    );
  }
}

async function inTurn(
  faults: KillFaults,
  { times, firstSeed, services, broken }: ClusterFaultsOptions,
): Promise<number> {
  let failed = 0;
  const schedule = killSchedule(times, firstSeed, services);
  const kills = schedule.map(({ service, seed }) => async () => {
    const run = await faults.run(service, seed);
    return { run, what: `seed ${seed}: ${service} killed after ${run.killedAtMs} ms for ${run.downMs} ms` };
  });
  const freezes = Array.from({ length: times }, (_, at) => firstSeed + schedule.length + at).map((seed) => async () => {
    const run = await faults.freeze(seed);
    return { run, what: `seed ${seed}: lead frozen after ${run.frozenAtMs} ms${run.wentOn ? ', in mid-post' : ''}` };
  });
  for (const one of broken === 'unique' ? freezes : [...kills, ...freezes]) {
    const { run, what } = await one();
    printRun(what, run);
    failed += run.wrong.length > 0 ? 1 : 0;
    if (failed > 0 && broken !== undefined) break;
  }
  return failed;
}

function printRun(what: string, { endedAfterMs, acknowledged, unknown, wrong }: DisturbedRun): void {
  const verdict = wrong.length === 0 ? 'right' : 'WRONG';
  const end = endedAfterMs === null ? 'no end of the scan' : `scan ended ${endedAfterMs} ms later`;
  console.log(`${what}: ${end}, ${acknowledged} writes acknowledged, ${unknown} unknown: ${verdict}`);
  for (const line of wrong) console.log(`  ${line}`);
}
