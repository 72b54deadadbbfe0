import { expect, it } from '@jest/globals';
import { described, scaledScans, waitingTasks } from '../../src/kubernetes/scaling/scaled-scans.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const installation = theInstallation();
/** Timeout that only catches hangs, in milliseconds. */
const longestMs = 3_600_000;

it(
  `HPA grows the workers to the limit while at least ${waitingTasks} tasks keep them busy and shrinks them again, and each task is done once`,
  async () => {
    const behavior = { scaleUp: { stabilizationWindowSeconds: 0 }, scaleDown: { stabilizationWindowSeconds: 15 } };
    // An idle worker needs a sixth of this CPU request, so the HPA removes all but one. A busy worker needs several
    // times as much.
    const resources = { requests: { cpu: '60m' } };
    const scans = await scaledScans(installation, {
      scaling: { mode: 'hpa', min: 1, max: 3, cpu: 50, behavior },
      resources,
    });
    process.stdout.write(`HPA: ${described(scans)}`);
    expect(scans).toMatchObject({ waiting: waitingTasks, most: 3, least: 1 });
    expect(scans.faults).toEqual([]);
    expect([...scans.deliveries.values()].filter((count) => count > 0).length).toBeGreaterThan(1);
  },
  longestMs,
);
