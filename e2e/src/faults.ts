// `npm run faults`: kills real processes in the middle of scans and checks afterwards that all data is right.
import { parseArgs } from 'node:util';
import { isBrokenBuild } from './cluster/broken.ts';
import { clusterFaults } from './cluster/cluster-faults.ts';
import { killed } from './cluster/schedule.ts';
import { embeddedFaults } from './faults/embedded.ts';

const usage = `usage: npm run faults -- [OPTIONS]
  --cluster          kills each service of a cluster in turn, over Kafka, MongoDB and Redis; else the one process
  --runs N           runs of the one process (50), or kills of each service of a cluster (20)
  --seed N           the first seed; the same seed repeats the same kills
  --services A,B     only these services of the cluster: ${killed.join(', ')}
  --broken NAME      a build that must fail, to prove that faults are found: unique or commit`;

/** Prints the usage and exits: with 0 when the user asked for it, with 2 after a wrong argument. */
function endWithUsage(fault?: string): never {
  if (fault === undefined) console.log(usage);
  else console.error(`${fault}\n${usage}`);
  process.exit(fault === undefined ? 0 : 2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', default: false },
        cluster: { type: 'boolean', default: false },
        runs: { type: 'string' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        services: { type: 'string' },
        broken: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return endWithUsage(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : endWithUsage(`--${name} needs a whole number, not "${text}"`);
}

const values = readOptions();
if (values.help) endWithUsage();
const { broken } = values;
if (broken !== undefined && !isBrokenBuild(broken)) endWithUsage('--broken must be unique or commit');
const names = values.services?.split(',');
const unknown = names?.find((name) => !killed.some((service) => service === name));
if (unknown !== undefined) endWithUsage(`there is no service "${unknown}"`);
const services = killed.filter((service) => names?.includes(service) ?? true);
const cluster = values.cluster || broken !== undefined;
const runs = wholeNumber('runs', values.runs ?? (cluster ? '20' : '50'));
const firstSeed = wholeNumber('seed', values.seed);
console.log(`${cluster ? `${runs} times each service` : `${runs} runs`} from seed ${firstSeed} (--seed repeats them)`);

const failed = cluster
  ? await clusterFaults({ times: runs, firstSeed, services, ...(broken !== undefined && { broken }) })
  : await embeddedFaults({ runs, firstSeed });
console.log(failed === 0 ? 'all right' : `${failed} wrong`);
process.exitCode = failed === 0 ? 0 : 1;
