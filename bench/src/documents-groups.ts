import type { Collection } from 'mongodb';
import { percentile } from './figures.ts';

const FACTS = 50_000;
const ROUNDS = 20;

interface Fact {
  _id: number;
  userId: string;
  createdAt: Date;
  tenths: number;
}

type Average = (facts: Collection<Fact>) => Promise<number | undefined>;

const everything = { userId: 'user-1' };
const pipeline = [{ $match: everything }, { $group: { _id: null, average: { $avg: '$tenths' } } }];

/** For each binary digit, the numbers from 0 to 100 in which it is 1. */
const numbersByDigit = [0, 1, 2, 3, 4, 5, 6].map((digit) =>
  Array.from({ length: 101 }, (_, number) => number).filter((number) => (number & (1 << digit)) !== 0),
);

/** Ways to compute one average. The first is the baseline. */
const WAYS: Readonly<Record<string, Average>> = {
  'one $group over an index': async (facts) => (await facts.aggregate<{ average: number }>(pipeline).next())?.average,
  'one count per binary digit, plus a total': async (facts) => {
    const counts = numbersByDigit.map((tenths) => facts.countDocuments({ ...everything, tenths: { $in: tenths } }));
    const [total, ...byDigit] = await Promise.all([facts.countDocuments(everything), ...counts]);
    return byDigit.reduce((sum, count, digit) => sum + count * 2 ** digit, 0) / total;
  },
  'one $group that reads all documents': async (facts) =>
    (await facts.aggregate<{ average: number }>(pipeline, { hint: { $natural: 1 } }).next())?.average,
};

/** Compares the processor time of the ways. They take turns, so other work on the machine affects all of them alike. */
export async function benchGroups(facts: Collection<Fact>): Promise<void> {
  await fill(facts);
  const times = new Map(Object.keys(WAYS).map((name) => [name, new Array<number>()]));
  const averages = new Set<number | undefined>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, average] of Object.entries(WAYS)) {
      const start = process.cpuUsage();
      averages.add(await average(facts));
      const { user, system } = process.cpuUsage(start);
      times.get(name)?.push((user + system) / 1000);
    }
  }
  if (averages.size !== 1) throw new Error(`the ways disagree: ${[...averages].join(', ')}`);
  const medians = [...times].map(([name, all]) => ({ name, median: percentile(all, 50) }));
  console.log(`average of ${FACTS} numbers, median processor time of ${ROUNDS}:`);
  for (const { name, median } of medians)
    console.log(
      `  ${name}: ${median.toFixed(1)} ms, ${(median / (medians[0]?.median ?? 1)).toFixed(1)} times the first`,
    );
}

async function fill(facts: Collection<Fact>): Promise<void> {
  await facts.createIndexes([{ key: { userId: 1, createdAt: 1 } }, { key: { userId: 1, tenths: 1 } }]);
  const factOf = (_id: number): Fact => ({
    _id,
    userId: 'user-1',
    createdAt: new Date(Date.UTC(2026, 0, 1) + _id * 60_000),
    tenths: (_id * 37) % 101,
  });
  for (let from = 0; from < FACTS; from += 1_000)
    await facts.insertMany(Array.from({ length: 1_000 }, (_, i) => factOf(from + i)));
}
