import { startTestServices, type TestServices } from '@earshot/testing';
import { leadContract } from '@earshot/proto/http';
import { type LeadList, leadList } from '@earshot/proto/http/lead';
import { type LeadSort, leadSorts, leadsPageSize } from '@earshot/proto/values';
import { orderOf, type Position, positionOf } from '../../services/lead/src/domain/list-leads.ts';
import { leadService } from '../../services/lead/src/service.ts';
import type { LeadDocument } from '../../services/lead/src/store/lead-schema.ts';
import { leadStore } from '../../services/lead/src/store/lead-store.ts';
import { examined } from '../../services/lead/test/fixtures/list-queries.ts';
import { manyLeads } from '../../services/lead/test/fixtures/many-leads.ts';
import { percentile, table } from './figures.ts';
import { seedLeads } from './seed-leads.ts';

export interface LeadsPagesOptions {
  /** Leads of one user: more than 500 pages. */
  readonly leads: number;
  /** Measured repetitions of each page, after five that warm up. */
  readonly rounds: number;
  readonly print: (line: string) => void;
}

/** Examined index entries per returned lead, at most. Reading by number may skip. */
const mostKeys = 1.1;
const warmUp = 5;
const userId = 'bench';
const now = new Date('2026-11-21T12:00:00.000Z');

interface Row {
  readonly page: string;
  readonly sortBy: LeadSort;
  readonly query: Readonly<Record<string, string>>;
  readonly keys: number;
  readonly docs: number;
  readonly returned: number;
  /** Processor time of client, service and documents server together. */
  readonly cpuMs: number[];
}

/**
 * Measures, in each order, page 1, page 500 as Next reaches it, page 500 by its number, and the last page: processor
 * time over HTTP in alternating rounds, and the index entries that the documents server examines. Throws if a page that
 * must not skip examines more entries than allowed.
 */
export async function benchLeadsPages({ leads, rounds, print }: LeadsPagesOptions): Promise<void> {
  const services = await startTestServices([leadService], { clock: { now: () => now } });
  try {
    await seedLeads(services.platformOf('lead').documents.model<LeadDocument>('Lead'), manyLeads(userId, leads, now));
    const rows: Row[] = [];
    for (const sortBy of leadSorts) rows.push(...(await rowsOf(services, sortBy)));
    for (let round = -warmUp; round < rounds; round++) {
      for (const { query, cpuMs } of rows) {
        const start = process.cpuUsage();
        await ask(services, query);
        const { user, system } = process.cpuUsage(start);
        if (round >= 0) cpuMs.push((user + system) / 1000);
      }
    }
    report(rows, print);
  } finally {
    await services.stop();
  }
}

async function ask(services: TestServices, query: Row['query']): Promise<LeadList> {
  return leadList.parse((await services.fetch(leadContract.listLeads, { userId, query })).body);
}

async function rowsOf(services: TestServices, sortBy: LeadSort): Promise<Row[]> {
  const { documents } = services.platformOf('lead');
  const store = leadStore(documents.model<LeadDocument>('Lead'));
  const wanted = { sortBy, limit: leadsPageSize, page: 1, after: null, now };
  const { leads } = await store.list(userId, { ...wanted, page: 499 });
  const last = leads.at(-1);
  const { totalPages, next } = await ask(services, { sortBy, page: '499' });
  if (last === undefined || next === undefined) throw new Error('there are fewer than 500 pages');
  const row = async (page: string, query: Row['query'], read: { page: number; after: Position | null }) => {
    const { page: stats } = await examined(documents, () => store.list(userId, { ...wanted, ...read }));
    const { totalKeysExamined: keys, totalDocsExamined: docs, nReturned: returned } = stats;
    return { page, sortBy, query: { sortBy, ...query }, keys, docs, returned, cpuMs: [] };
  };
  return [
    await row('1', {}, { page: 1, after: null }),
    await row('500 by Next', { after: next }, { page: 1, after: positionOf(last, leads.at(-2), orderOf(wanted)) }),
    await row('500 by number', { page: '500' }, { page: 500, after: null }),
    await row('last', { page: `${totalPages}` }, { page: totalPages, after: null }),
  ];
}

function report(rows: readonly Row[], print: (line: string) => void): void {
  const cost = ({ cpuMs }: Row) => percentile(cpuMs, 50);
  const first = (sortBy: LeadSort) => rows.find((row) => row.page === '1' && row.sortBy === sortBy);
  const lines = rows.map((row) => {
    const base = first(row.sortBy);
    const ratio = base === undefined ? '' : (cost(row) / cost(base)).toFixed(2);
    return [row.sortBy, row.page, cost(row).toFixed(2), ratio, `${row.keys}/${row.returned}`, `${row.docs}`];
  });
  for (const line of table(['sort', 'page', 'cpu ms p50', 'x page 1', 'keys/returned', 'docs'], lines)) print(line);
  const wrong = rows.filter(({ page, keys, returned }) => page !== '500 by number' && keys > returned * mostKeys);
  if (wrong.length > 0) throw new Error(`too many index entries examined: ${JSON.stringify(wrong)}`);
}
