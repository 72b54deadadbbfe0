import { expect, it } from '@jest/globals';
import { described, scaledScans, waitingTasks } from '../../src/kubernetes/scaling/scaled-scans.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const installation = theInstallation();
/** Timeout that only catches hangs, in milliseconds. */
const longestMs = 3_600_000;

it(
  `KEDA grows the workers to the limit while at least ${waitingTasks} tasks wait and shrinks them again, and each task is done once`,
  async () => {
    const behavior = { scaleUp: { stabilizationWindowSeconds: 0 }, scaleDown: { stabilizationWindowSeconds: 15 } };
    const scans = await scaledScans(installation, { scaling: { mode: 'keda', min: 1, max: 4, behavior } });
    process.stdout.write(`KEDA: ${described(scans)}`);
    expect(scans).toMatchObject({ waiting: waitingTasks, most: 4, least: 1 });
    expect(scans.faults).toEqual([]);
    expect([...scans.deliveries.values()].filter((count) => count > 0).length).toBeGreaterThan(1);
  },
  longestMs,
);
