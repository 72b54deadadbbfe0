import { random, series, until } from '@earshot/core/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { endings } from '../../src/cluster/endings.ts';
import { type KillFaults, prepareKills } from '../../src/cluster/kill-world.ts';
import { sharedServers } from '../../src/cluster/servers.ts';

const firstSeed = Number(process.env['SEED'] ?? 33_001);

await describeWhen('two processes of a service', { servers: ['kafka', 'mongo', 'redis'] }, () => {
  const ended = endings();
  let faults: KillFaults;
  let failed = true;
  beforeAll(async () => {
    process.stdout.write(`two of a service: seeds from ${firstSeed} (SEED=${firstSeed} repeats them)\n`);
    const servers = await sharedServers();
    ended.add(servers.stop);
    faults = await prepareKills({ servers, replicas: { 'scan-worker': 2, lead: 2 } });
    ended.add(async () => {
      if (failed) process.stdout.write(`two of a service: logs are kept in ${faults.cluster.folder}\n`);
      await faults.stop({ keep: failed });
    });
    failed = false;
  });
  afterAll(() => ended.run());

  it('the tasks of a worker that dies in mid-scan are finished by the other', async () => {
    failed = true;
    const tasksOf = async (replica: number) => {
      const output = await faults.cluster.process('scan-worker', replica).output();
      return output.split('"type":"scan.task-requested"').length - 1;
    };
    // A worker that joined the consumer group late took no part in the undisturbed scans.
    let scans = 0;
    await until('both to have worked', async () => {
      if ((await tasksOf(0)) > 0 && (await tasksOf(1)) > 0) return true;
      scans += 1;
      const { wrong } = await faults.disturbed(firstSeed + 1_000 + scans, async () => {});
      expect(wrong).toEqual([]);
      return false;
    });
    const killedAtMs = Math.round(random(firstSeed)() * faults.plain.ms * 0.7);
    const { wrong } = await faults.disturbed(firstSeed, async () => {
      await wait(killedAtMs);
      await faults.cluster.kill('scan-worker', 'SIGKILL', 1);
    });
    expect({ killedAtMs, wrong }).toEqual({ killedAtMs, wrong: [] });
    expect(faults.cluster.process('scan-worker', 1).pid()).toBeUndefined();
    await faults.cluster.restart('scan-worker', 1);
    failed = false;
  });

  it.each(Array.from({ length: series({ ci: 1, soak: 10 }) }, (_, at) => at + 1))(
    'a lead service that was taken for dead and goes on makes no second lead: seed +%d',
    async (nth) => {
      failed = true;
      const { wrong, ...run } = await faults.freeze(firstSeed + nth);
      expect({ ...run, wrong }).toEqual({ ...run, wrong: [] });
      failed = false;
    },
  );
});
