import { series } from '@earshot/core/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endings } from '../../src/cluster/endings.ts';
import { type KillFaults, prepareKills } from '../../src/cluster/kill-world.ts';
import { killSchedule } from '../../src/cluster/schedule.ts';
import { sharedServers } from '../../src/cluster/servers.ts';

const firstSeed = Number(process.env['SEED'] ?? 31_001);
const schedule = killSchedule(series({ ci: 1, soak: 20 }), firstSeed);

await describeWhen(
  'a cluster of which one process is killed in mid-scan',
  { servers: ['kafka', 'mongo', 'redis'] },
  () => {
    const ended = endings();
    let faults: KillFaults;
    let failed = false;
    beforeAll(async () => {
      process.stdout.write(
        `kills: seeds ${firstSeed} to ${firstSeed + schedule.length - 1} (SEED=${firstSeed} repeats them)\n`,
      );
      const servers = await sharedServers();
      ended.add(servers.stop);
      faults = await prepareKills({ servers });
      ended.add(async () => {
        if (failed) process.stdout.write(`kills: logs are kept in ${faults.cluster.folder}\n`);
        await faults.stop({ keep: failed });
      });
    });
    afterAll(() => ended.run());

    it('finds something worth killing when nothing is killed', () => {
      const { plain, capped } = faults;
      expect(plain.outcome.job).toMatchObject({ status: 'completed', newLeadsFound: plain.outcome.leads.length });
      expect(plain.outcome.leads.length).toBeGreaterThan(30);
      expect(plain.outcome.funnel.capped).toBe(0);
      expect(capped.outcome.job).toMatchObject({ status: 'completed', newLeadsFound: 25 });
      expect(capped.outcome.funnel.capped).toBe(plain.outcome.leads.length - 25);
    });

    it.each(schedule)('loses and repeats nothing when $service dies: seed $seed', async ({ service, seed }) => {
      const { wrong, acknowledged, ...run } = await faults.run(service, seed);
      failed ||= wrong.length > 0;
      expect({ ...run, wrong }).toEqual({ ...run, wrong: [] });
      expect(acknowledged).toBeGreaterThan(0);
    });

    it.each(['lead', 'scan', 'scan-worker'])('has given up no event of %s', async (group) => {
      expect(await faults.cluster.operate('dlq', 'list', group)).toBe('0 dead letters\n');
    });
  },
);
