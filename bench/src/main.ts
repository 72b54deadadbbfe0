import { benchDocuments } from './documents.ts';
import { benchLeadsList } from './leads-list.ts';
import { benchScan } from './scan.ts';
import { benchStart } from './start.ts';

const print = (line: string): void => console.log(line);

/** Every bench by its name; each prints its table. */
const benches: Readonly<Record<string, () => Promise<void>>> = {
  start: () => benchStart(print),
  scan: () => benchScan(print),
  'leads-list': () => benchLeadsList({ leads: 50_000, rounds: 20, print }),
  documents: benchDocuments,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  print(`\n${name}`);
  await bench();
}
