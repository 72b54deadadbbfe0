import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchBus } from './bus.ts';
import { benchDocuments } from './documents.ts';
import { benchFirstLead } from './first-lead.ts';
import { benchLeadsExport } from './leads-export.ts';
import { benchLeadsList } from './leads-list.ts';
import { benchLeadsLive } from './leads-live.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchModel } from './model.ts';
import { postsOfBench } from './posts.ts';
import { benchScan } from './scan.ts';
import { benchScoring } from './scoring.ts';
import { benchServiceStart } from './service-start.ts';
import { benchSignIn } from './sign-in.ts';
import { benchStart } from './start.ts';
import { benchWebSizes } from './web-sizes.ts';
import { benchWorkers } from './worker-scaling.ts';

const print = (line: string): void => console.log(line);
const { values, positionals: named } = readArguments();
const posts = () => postsOfBench(values.posts);

function readArguments() {
  try {
    return parseArgs({ options: { posts: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error('usage: npm run bench -- [BENCH]... [--posts FILE.jsonl.gz]');
    process.exit(1);
  }
}

type Benches = Readonly<Record<string, () => Promise<void>>>;

/** Benchmarks of the embedded mode by name. Each prints a table. */
const embedded: Benches = {
  start: async () => benchStart(await posts(), print),
  'sign-in': () => benchSignIn(print),
  scan: async () => benchScan(await posts(), print),
  scoring: async () => benchScoring(await posts(), print),
  model: () => benchModel(print),
  'leads-list': () => benchLeadsList({ leads: 50_000, rounds: 20, print }),
  'leads-export': () => benchLeadsExport({ leads: 100_000, print }),
  documents: benchDocuments,
};
/** Benchmarks of the web app. They run only when named, because they need the built app and a Chromium. */
const web: Benches = {
  'leads-live': () => benchLeadsLive({ leads: 10_000, eventsASecond: 20, seconds: 20, print }),
  'web-sizes': () => benchWebSizes(print),
  lighthouse: () => benchLighthouse(print),
};
/**
 * Benchmarks of a cluster. They run only when named, because they need Docker (or `TEST_KAFKA`, `TEST_MONGO` and
 * `TEST_REDIS`); `service-start` needs a running compose project.
 */
const cluster: Benches = {
  bus: () => benchBus(print),
  'first-lead': () => benchFirstLead(print),
  workers: () => benchWorkers(print),
  'service-start': () => benchServiceStart(print),
};
const benches = { ...embedded, ...web, ...cluster };

const unknown = named.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
if (values.posts !== undefined && !existsSync(values.posts)) {
  console.error(`There is no file ${values.posts}`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (named.length > 0 ? !named.includes(name) : !Object.hasOwn(embedded, name)) continue;
  print(`\n${name}`);
  await bench();
}
