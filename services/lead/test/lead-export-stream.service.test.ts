import { afterEach, describe, expect, it } from '@jest/globals';
import { defineService } from '@earshot/service-kit';
import { until, WeaklyHeld } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { leadContract } from '@earshot/proto/http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { ExportedLead, LeadExportRepository } from '../src/domain/export-leads.ts';
import { exportRoute } from '../src/http/export-route.ts';
import { noon } from './support.ts';

let services: TestServices | undefined;
afterEach(() => services?.stop());

/** A repository for the real route that records how far it was read. */
class Leads implements LeadExportRepository {
  readonly #count: number;
  readonly #failAt: number;
  /** Weak references to every thousandth lead. */
  readonly given = new WeaklyHeld();
  read = 0;
  left = false;

  constructor(count: number, failAt = Infinity) {
    this.#count = count;
    this.#failAt = failAt;
  }

  async *all(): AsyncGenerator<ExportedLead, void> {
    try {
      for (; this.read < this.#count; this.read += 1) {
        if (this.read === this.#failAt) throw new Error('the database is gone');
        if (this.read % 500 === 0) await wait(0);
        const lead = leadOf(this.read);
        if (this.read % 1_000 === 0) this.given.add(lead);
        yield lead;
      }
    } finally {
      this.left = true;
    }
  }
}

function leadOf(n: number): ExportedLead {
  return {
    id: `lead-${n}`,
    title: `Which tool, "please"? ${n} `.repeat(6),
    community: 'SaaS',
    author: `author_${n}`,
    score: 8.2,
    relevance: 'high',
    status: 'new',
    matchReason: 'Asks for a tool, and soon.',
    url: `https://x/${n}`,
    createdAt: noon,
    postCreatedAt: noon,
    source: 'sample',
    removed: null,
  };
}

async function open(leads: LeadExportRepository, signal?: AbortSignal): Promise<Response> {
  const service = defineService({
    name: 'lead',
    database: null,
    config: z.object({}),
    publishes: [],
    consumes: [],
    calls: [],
    serves: [leadContract.exportLeads],
    start: async ({ clock }) => ({ routes: [exportRoute({ leads, clock })] }),
  });
  services = await startTestServices([service]);
  return services.open(leadContract.exportLeads, { userId: 'me', ...(signal && { signal }) });
}

const mib = 1024 * 1024;
/**
 * The most rows read ahead of the caller: many times the size of the buffers between them, and less than the 300,000 of
 * the export.
 */
const mostAhead = 200_000;

describe('a large export', () => {
  it('of 300,000 leads is read as it is taken, and keeps nothing of what was sent', async () => {
    const leads = new Leads(300_000);
    const answer = await open(leads);
    let [bytes, rows, ahead, lookAt, kept] = [0, 0, 0, 250_000, Infinity];
    for await (const chunk of answer.body ?? []) {
      const text = Buffer.from(z.instanceof(Uint8Array).parse(chunk));
      bytes += text.length;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) rows += 1;
      ahead = Math.max(ahead, leads.read - rows);
      // Checks the first 200 references, which cover 200,000 leads. The lowest of several measurements counts.
      if (rows < lookAt) continue;
      lookAt += 5_000;
      kept = Math.min(kept, leads.given.alive(200));
    }
    expect(leads.read).toBe(300_000);
    expect(bytes).toBeGreaterThan(60 * mib);
    expect(ahead).toBeLessThan(mostAhead);
    // Running stack frames may still hold one or two; an export that keeps its rows would keep all 200.
    expect(kept).toBeLessThan(10);
  });

  it('is read no faster than its caller takes it', async () => {
    const leads = new Leads(1_000_000);
    const answer = await open(leads);
    const reader = answer.body?.getReader();
    await reader?.read();
    let before = -1;
    await until('the reading to stand still', async () => {
      const stands = leads.read === before;
      before = leads.read;
      await wait(50);
      return stands && before > 0;
    });
    expect(leads.read).toBeLessThan(mostAhead);
    await reader?.cancel();
  });

  it('ends when its caller leaves', async () => {
    const leads = new Leads(Infinity);
    const leaving = new AbortController();
    const answer = await open(leads, leaving.signal);
    await answer.body?.getReader().read();
    leaving.abort();
    await until('the reading to end', () => leads.left);
    expect(leads.left).toBe(true);
  });

  it('that breaks off is no whole file, and one that fails at once is an error', async () => {
    const breaking = await open(new Leads(100_000, 5_000));
    expect(breaking.status).toBe(200);
    await expect(breaking.text()).rejects.toThrow();
    await services?.stop();
    expect((await open(new Leads(10, 0))).status).toBe(500);
  });
});
