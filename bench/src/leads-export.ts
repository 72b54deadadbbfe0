import { startTestServices } from '@earshot/testing';
import { leadContract } from '@earshot/proto/http';
import { leadService } from '../../services/lead/src/service.ts';
import type { LeadDocument } from '../../services/lead/src/store/lead-schema.ts';
import { manyLeads } from '../../services/lead/test/fixtures/many-leads.ts';
import { table } from './figures.ts';
import { seedLeads } from './seed-leads.ts';

export interface LeadsExportOptions {
  /** Leads of the larger account. The smaller one has a tenth. */
  readonly leads: number;
  readonly print: (line: string) => void;
}

const now = new Date('2026-11-21T12:00:00.000Z');
const mib = 1024 * 1024;

/**
 * Measures the export over HTTP of a small and a large account: duration, size, longest block of the event loop and
 * growth of the resident memory. Client, service and documents server share this process.
 */
export async function benchLeadsExport({ leads, print }: LeadsExportOptions): Promise<void> {
  const services = await startTestServices([leadService], { clock: { now: () => now } });
  try {
    const model = services.platformOf('lead').documents.model<LeadDocument>('Lead');
    const users = [
      { userId: 'few', count: Math.round(leads / 10) },
      { userId: 'many', count: leads },
    ];
    for (const [seed, { userId, count }] of users.entries()) {
      await seedLeads(model, manyLeads(userId, count, now, seed + 1));
    }
    const rows: string[][] = [];
    for (const { userId, count } of [users[0], ...users].flatMap((user) => user ?? [])) {
      const watch = watchProcess();
      const answer = await services.open(leadContract.exportLeads, { userId });
      let bytes = 0;
      for await (const chunk of answer.body ?? []) {
        bytes += Buffer.from(chunk).length;
        watch.look();
      }
      const { ms, risenMib, longestPauseMs } = watch.end();
      const figures = [ms, bytes / mib, risenMib, longestPauseMs].map((figure) => figure.toFixed(1));
      rows.push([String(count), ...figures]);
    }
    print('the first row warms up');
    for (const line of table(['leads', 'ms', 'MiB', 'memory growth MiB', 'longest pause ms'], rows)) print(line);
  } finally {
    await services.stop();
  }
}

const everyMs = 5;

function watchProcess() {
  const startedAt = performance.now();
  const before = process.memoryUsage().rss;
  let [most, last, longest] = [before, startedAt, 0];
  const look = () => (most = Math.max(most, process.memoryUsage().rss));
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - everyMs);
    last = performance.now();
    look();
  }, everyMs);
  return {
    look,
    end: () => {
      clearInterval(timer);
      return { ms: performance.now() - startedAt, risenMib: (most - before) / mib, longestPauseMs: longest };
    },
  };
}
