import { adminDashboard, discoveryAnalytics, stats } from '@earshot/proto/http/analytics';
import { discovery } from '@earshot/proto/http/discovery';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import { until, untilWithin } from '@earshot/core/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { makeAdmin } from '../src/make-admin.ts';
import { type Product, startProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { newEmail, Visitor } from '../src/visitor.ts';

const post = (body?: unknown) => ({ method: 'POST', body });
const adminEmail = newEmail('admin');
/** Figures must be correct this many milliseconds after a change. */
const soonMs = 2_000;

let product: Product;
let admin: Visitor;
beforeAll(async () => {
  product = await startProduct();
  admin = new Visitor(product.url);
  await admin.get(z.unknown(), '/api/auth/register', post({ email: adminEmail, password: 'a quiet harbour' }));
  await makeAdmin(product, adminEmail, async (path) => (await admin.ask(path)).status);
});
afterAll(() => product.stop());

async function scanned(visitor: Visitor) {
  await visitor.ask('/api/configuration', post({ businessDescription: business, searchStrategy: 'broad' }));
  for (const name of ['freelance', 'smallbusiness', 'webdev']) {
    await visitor.get(subreddit, '/api/subreddits', post({ name }));
  }
  const { jobId } = await visitor.get(z.object({ jobId: z.string() }), '/api/leads/scan/start', post());
  await until('the scan to end', async () => {
    const { status } = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return status === 'completed';
  });
  return visitor.get(leadList, '/api/leads?limit=100');
}

/** Waits until the figures equal the expected ones, for two seconds at most. */
async function figures<S extends z.ZodType>(visitor: Visitor, schema: S, path: string, expected: z.output<S>) {
  const seen: unknown[] = [];
  const equals = async () => {
    seen[0] = await visitor.get(schema, path);
    return JSON.stringify(seen[0]) === JSON.stringify(expected);
  };
  await untilWithin(soonMs, 'right figures', equals).catch((late: unknown) => {
    expect(seen[0]).toEqual(expected);
    throw late;
  });
}

describe('figures', () => {
  it('of a user follow what is found and done within two seconds; administrators see those of everybody', async () => {
    const before = await admin.get(adminDashboard, '/api/admin/dashboard?timeRange=day');
    const visitor = await Visitor.registered(product.url);
    const { leads, total } = await scanned(visitor);
    expect(total).toBeGreaterThanOrEqual(3);
    const tenths = leads.reduce((sum, lead) => sum + Math.round(Number(lead.score) * 10), 0);
    const found = {
      totalLeads: total,
      leadsToday: total,
      averageScore: Math.round(tenths / total) / 10,
      activeSubreddits: 3,
      responseRate: 0,
    };
    await figures(visitor, stats, '/api/analytics/stats?tz=Europe/Berlin', found);
    const [first, second, third] = leads;
    for (const [lead, status] of [
      [first, 'contacted'],
      [second, 'contacted'],
      [second, 'responded'],
      [third, 'contacted'],
    ] as const) {
      const changed = await visitor.ask(`/api/leads/${lead?.id}/status`, { method: 'PATCH', body: { status } });
      expect(changed.status).toBe(200);
    }
    await figures(visitor, stats, '/api/analytics/stats', { ...found, responseRate: 33.3 });
    await figures(admin, adminDashboard, '/api/admin/dashboard?timeRange=day', {
      totalUsers: before.totalUsers + 1,
      totalLeads: before.totalLeads + total,
      activeScans: before.activeScans,
      newUsers: before.newUsers + 1,
      newLeads: before.newLeads + total,
    });
    await visitor.ask('/api/auth/logout', post());
    expect((await visitor.ask('/api/analytics/stats')).status).toBe(401);
  });

  it('of the public search name what was searched for, and who came of it', async () => {
    const path = '/api/admin/discovery-analytics?timeRange=week';
    const description = `Strings for old violins ${randomUUID()}`;
    const searcher = new Visitor(product.url);
    const search = post({ productDescription: description });
    const { suggestions } = await searcher.get(discovery, '/api/public/discover-subreddits', search);
    await searcher.get(discovery, '/api/public/discover-subreddits', search);
    await new Visitor(product.url).get(discovery, '/api/public/discover-subreddits', search);
    const account = { email: newEmail('searcher'), password: 'a quiet harbour' };
    await searcher.get(z.unknown(), '/api/auth/register', post(account));
    const figures = await until('the conversion', async () => {
      const found = await admin.get(discoveryAnalytics, path);
      return found.totalRequests === 3 && found.conversions === 1 && found;
    });
    const [first] = suggestions.suggestions;
    expect(figures).toEqual({
      totalRequests: 3,
      modelRequests: 0,
      uniqueDescriptions: 1,
      conversions: 1,
      conversionRate: 50,
      estimatedCost: 0.0003,
      categories: { [suggestions.productCategory]: 3 },
      topSubreddits: expect.arrayContaining([
        expect.objectContaining({ name: first?.name, communityLabel: first?.communityLabel, count: 3 }),
      ]),
      recentRequests: [{ description, createdAt: expect.any(String), requestCount: 3, converted: true }],
    });
  });
});
