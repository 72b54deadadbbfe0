import { afterEach, describe, expect, it } from '@jest/globals';
import { defineService } from '@earshot/platform';
import type { TestServices } from '@earshot/platform/testing';
import { startTestServices, until } from '@earshot/platform/testing';
import { leadContract } from '@earshot/proto/http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { ExportedLead, LeadExportRepository } from '../src/domain/export-leads.ts';
import { exportRoute } from '../src/http/export-route.ts';
import { noon } from './support.ts';

let services: TestServices | undefined;
afterEach(() => services?.stop());

/** The real route over a source of leads that tells how far it was read. */
class Leads implements LeadExportRepository {
  readonly #count: number;
  readonly #failAt: number;
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
        yield leadOf(this.read);
      }
    } finally {
      this.left = true;
    }
  }
}

function leadOf(n: number): ExportedLead {
  return {
    ...{ id: `lead-${n}`, title: `Which tool, "please"? ${n} `.repeat(6), subreddit: 'SaaS', author: `author_${n}` },
    ...{
      score: 8.2,
      relevance: 'high',
      status: 'new',
      matchReason: 'Asks for a tool, and soon.',
      url: `https://x/${n}`,
    },
    ...{ createdAt: noon, postCreatedAt: noon },
  };
}

async function open(leads: LeadExportRepository, signal?: AbortSignal): Promise<Response> {
  const service = defineService({
    ...{ name: 'lead', database: null, config: z.object({}), publishes: [], consumes: [], calls: [] },
    serves: [leadContract.exportLeads],
    start: async ({ clock }) => ({ routes: [exportRoute({ leads, clock })] }),
  });
  services = await startTestServices([service]);
  return services.open(leadContract.exportLeads, { userId: 'me', ...(signal && { signal }) });
}

const mib = 1024 * 1024;

describe('a large export', () => {
  it('of 300,000 leads takes no more memory the longer it lasts', async () => {
    const leads = new Leads(300_000);
    const answer = await open(leads);
    let [bytes, early, most] = [0, 0, 0];
    for await (const chunk of answer.body ?? []) {
      bytes += z.instanceof(Uint8Array).parse(chunk).length;
      const { rss } = process.memoryUsage();
      if (leads.read < 60_000) early = Math.max(early, rss);
      most = Math.max(most, rss);
    }
    expect(leads.read).toBe(300_000);
    expect(bytes).toBeGreaterThan(60 * mib);
    // Kept, 240,000 leads more would take more than their 48 MB of text; what waits to be collected is half of it at most.
    expect((most - early) / mib).toBeLessThan(40);
  }, 60_000);

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
    expect(leads.read).toBeLessThan(200_000);
    await reader?.cancel();
  }, 30_000);

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
