import type { TestServices } from '@earshot/testing';
import { startTestServices } from '@earshot/testing';
import { leadContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import type { LeadListing, LeadListQuery } from '../../services/lead/src/domain/list-leads.ts';
import { leadService } from '../../services/lead/src/service.ts';
import { leadSchema } from '../../services/lead/src/store/lead-schema.ts';
import type { LeadDocument } from '../../services/lead/src/store/lead-schema.ts';
import { leadStore } from '../../services/lead/src/store/lead-store.ts';
import type { NamedQuery } from '../../services/lead/test/fixtures/list-queries.ts';
import { everyQuery, examined } from '../../services/lead/test/fixtures/list-queries.ts';
import { manyLeads } from '../../services/lead/test/fixtures/many-leads.ts';
import { percentile, table } from './figures.ts';
import { seedLeads } from './seed-leads.ts';

export interface LeadsListOptions {
  /** Leads of one user. */
  readonly leads: number;
  /** Measured repetitions of each listing, after one warm-up. */
  readonly rounds: number;
  readonly print: (line: string) => void;
}

interface Row {
  readonly filters: string;
  readonly sortBy: string;
  total: number;
  readonly storeMs: number[];
  readonly httpMs: number[];
  /** Processor time of client and server together, which is about the wall time on an idle machine. */
  readonly httpCpuMs: number[];
  /** Time of the same listing without indexes, as a multiple: one sample per combination, sorted by `recent`. */
  ratio: number | null;
  docsExamined: number;
  keysExamined: number;
  countDocsExamined: number;
  returned: number;
}

const userId = 'bench';
const now = new Date('2026-11-21T12:00:00.000Z');

/**
 * Measures page 1 of the leads list for each filter alone and every pair, with each sort: through the repository, over
 * HTTP, and on a copy of the same documents without indexes. Prints a table, the worst figures and the ratio.
 */
export async function benchLeadsList({ leads, rounds, print }: LeadsListOptions): Promise<void> {
  const services = await startTestServices([leadService], { clock: { now: () => now } });
  try {
    const { documents } = services.platformOf('lead');
    const indexed = documents.model<LeadDocument>('Lead');
    const plain = documents.model<LeadDocument>('PlainLead', leadSchema, 'leads_plain');
    print(
      `${leads} leads of one user; seeded with indexes in ${await seed(indexed, leads)} ms, without in ${await seed(plain, leads)} ms`,
    );

    const rows = new Map<string, Row>();
    // Warm-up: runs each listing once into rows that are not printed, since users find compiled code.
    const unprinted = new Map<string, Row>();
    for (const named of everyQuery(now)) {
      await measure(services, { row: rowOf(unprinted, named), wanted: named.wanted, rounds: 0 });
    }
    for (const named of everyQuery(now)) {
      const row = rowOf(rows, named);
      await measure(services, { row, wanted: named.wanted, rounds });
      const { page, counts } = await examined(documents, () => leadStore(indexed).list(userId, named.wanted));
      row.docsExamined += page.totalDocsExamined;
      row.keysExamined = Math.max(row.keysExamined, page.totalKeysExamined);
      for (const count of counts) row.countDocsExamined += count.totalDocsExamined;
      row.returned += page.nReturned;
    }
    await compare(rows, plain);
    report([...rows.values()], print);
  } finally {
    await services.stop();
  }
}

/** Runs last, because full collection scans leave much garbage to collect. */
async function compare(rows: ReadonlyMap<string, Row>, plain: Model): Promise<void> {
  for (const named of everyQuery(now)) {
    const row = rows.get(`${named.filters} ${named.wanted.sortBy}`);
    if (row === undefined || row.ratio !== null || named.wanted.sortBy !== 'recent') continue;
    const { ms } = await timed(() => leadStore(plain).list(userId, named.wanted));
    row.ratio = ms / percentile(row.storeMs, 50);
  }
}

type Model = Parameters<typeof leadStore>[0];

async function seed(model: Model, count: number): Promise<number> {
  const { ms } = await timed(() => seedLeads(model, manyLeads(userId, count, now)));
  return Math.round(ms);
}

function rowOf(rows: Map<string, Row>, { filters, wanted }: NamedQuery): Row {
  const key = `${filters} ${wanted.sortBy}`;
  const fresh = { filters, sortBy: wanted.sortBy, total: 0, storeMs: [], httpMs: [], httpCpuMs: [], ratio: null };
  const row = rows.get(key) ?? { ...fresh, docsExamined: 0, keysExamined: 0, countDocsExamined: 0, returned: 0 };
  rows.set(key, row);
  return row;
}

async function measure(
  services: TestServices,
  { row, wanted, rounds }: { row: Row; wanted: LeadListQuery; rounds: number },
): Promise<void> {
  const store = leadStore(services.platformOf('lead').documents.model<LeadDocument>('Lead'));
  const { now: _now, after: _after, ...asked } = wanted;
  const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  for (let round = 0; round <= rounds; round++) {
    const direct = await timed(() => store.list(userId, wanted));
    const http = await timed(() => services.fetch(leadContract.listLeads, { userId, query }));
    sameAnswer(direct.value, http.value.body);
    if (round === 0) continue;
    row.total = Math.max(row.total, direct.value.total);
    row.storeMs.push(direct.ms);
    row.httpMs.push(http.ms);
    row.httpCpuMs.push(http.cpuMs);
  }
}

function sameAnswer({ leads, total }: LeadListing, body: unknown): void {
  const answered = leadList.parse(body);
  const same = answered.total === total && leads.every(({ id }, n) => id === answered.leads[n]?.id);
  if (!same) throw new Error('the repository and HTTP returned different leads');
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; cpuMs: number; value: T }> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000, value };
}

function report(rows: readonly Row[], print: (line: string) => void): void {
  const ms = (value: number) => value.toFixed(1);
  const columns = [
    'filters',
    'sort',
    'total up to',
    'store p50',
    'store p95',
    'http p95',
    'http cpu p95',
    'without index',
    'docs/shown',
    'keys',
    'count docs',
  ];
  const lines = rows.map((row) => [
    row.filters,
    row.sortBy,
    String(row.total),
    ms(percentile(row.storeMs, 50)),
    ms(percentile(row.storeMs, 95)),
    ms(percentile(row.httpMs, 95)),
    ms(percentile(row.httpCpuMs, 95)),
    row.ratio === null ? '' : `${row.ratio.toFixed(0)} x`,
    `${row.docsExamined}/${row.returned}`,
    String(row.keysExamined),
    String(row.countDocsExamined),
  ]);
  for (const line of table(columns, lines)) print(line);
  const worst = (values: (row: Row) => number[]) => Math.max(...rows.map((row) => percentile(values(row), 95)));
  const all = rows.flatMap((row) => row.httpMs);
  const examinedRatio = Math.max(...rows.map((row) => row.docsExamined / Math.max(1, row.returned)));
  print(
    `worst p95 of page 1: ${ms(worst((row) => row.storeMs))} ms by the repository, ${ms(worst((row) => row.httpMs))} ms over HTTP (processor time ${ms(worst((row) => row.httpCpuMs))} ms)`,
  );
  print(
    `documents examined: at most ${examinedRatio.toFixed(2)} x those shown; by counts: ${Math.max(...rows.map((row) => row.countDocsExamined))}`,
  );
  print(`all listings over HTTP: p50 ${ms(percentile(all, 50))} ms, p95 ${ms(percentile(all, 95))} ms`);
  const ratios = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
  print(`without indexes: ${Math.min(...ratios).toFixed(0)} to ${Math.max(...ratios).toFixed(0)} times as long`);
}
