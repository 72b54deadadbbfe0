// `npm run faults`: kills real processes in the middle of scans and looks whether everything is right afterwards.
// Alone: the all-in-one. `--cluster`: each service in turn over Kafka, MongoDB and Redis. `--broken`: a build that must fail.
import { parseArgs } from 'node:util';
import { isBrokenBuild } from './cluster/broken.ts';
import { clusterFaults } from './cluster/cluster-faults.ts';
import { killed } from './cluster/schedule.ts';
import { embeddedFaults } from './faults/embedded.ts';

const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    /** Runs of the all-in-one; 50. Kills of each service of a cluster; 20. */
    runs: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Only these services of the cluster, separated by commas. */
    services: { type: 'string' },
    /** `unique` or `commit`. */
    broken: { type: 'string' },
  },
});
const { broken } = values;
if (broken !== undefined && !isBrokenBuild(broken)) throw new Error('--broken must be unique or commit');
const cluster = values.cluster || broken !== undefined;
const runs = Number(values.runs ?? (cluster ? 20 : 50));
const firstSeed = Number(values.seed);
const names = values.services?.split(',');
const services = killed.filter((service) => names?.includes(service) ?? true);
console.log(`${cluster ? `${runs} times each service` : `${runs} runs`} from seed ${firstSeed} (--seed repeats them)`);

const failed = cluster
  ? await clusterFaults({ times: runs, firstSeed, services, ...(broken !== undefined && { broken }) })
  : await embeddedFaults({ runs, firstSeed });
console.log(failed === 0 ? 'all right' : `${failed} wrong`);
process.exitCode = failed === 0 ? 0 : 1;
