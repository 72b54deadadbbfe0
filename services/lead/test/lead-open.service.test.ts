import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import { originHeader } from '@earshot/service-kit';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openRank } from '../src/domain/list-keys.ts';
import { applyScores, deliver, foundPost, startLead } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

async function list(userId: string, query: Record<string, string>) {
  return leadList.parse((await world.services.fetch(leadContract.listLeads, { userId, query })).body);
}

const titles = async (userId: string, query: Record<string, string> = { sortBy: 'open' }) =>
  (await list(userId, query)).leads.map(({ title }) => title);

async function withLeads(scores: Readonly<Record<string, number>>, provisional = false): Promise<string> {
  const userId = newId();
  for (const [title, score] of Object.entries(scores)) {
    const post = foundPost({ jobId: newId(), postId: `t3_${title}`, title, score, provisional });
    await deliver(userId, post, world.admission());
  }
  return userId;
}

async function move(userId: string, title: string, status: LeadStatus): Promise<void> {
  const { leads } = await list(userId, {});
  const id = leads.find((lead) => lead.title === title)?.id ?? '';
  const answer = await world.services.fetch(leadContract.changeLeadStatus, {
    userId,
    params: { id },
    body: { status },
  });
  expect(answer.status).toBe(200);
}

describe('the order `open`', () => {
  it('has new leads first, then the others, the best first in both; it follows each change of a status', async () => {
    const userId = await withLeads({ a: 7.1, b: 9.4, c: 8, d: 6.2 });
    expect(await titles(userId)).toEqual(['b', 'c', 'a', 'd']);
    await move(userId, 'b', 'contacted');
    await move(userId, 'd', 'skipped');
    expect(await titles(userId)).toEqual(['c', 'a', 'b', 'd']);
    await move(userId, 'd', 'contacted');
    await move(userId, 'd', 'responded');
    await move(userId, 'b', 'new');
    expect(await titles(userId)).toEqual(['b', 'c', 'a', 'd']);
    expect(await titles(userId, { sortBy: 'open', status: 'new' })).toEqual(['b', 'c', 'a']);
  });

  it('follows a score that is replaced while statuses change', async () => {
    const userId = await withLeads({ a: 6.3, b: 6.9 }, true);
    const aiAnalysis = { scorerVersion: 'model', provisional: false, parts: [] };
    const facts = { source: 'sample', postId: 't3_a', score: 8.3, matchReason: 'Asks.', aiAnalysis, rejudgement: null };
    await Promise.all([applyScores(world, userId, [facts]), move(userId, 'a', 'skipped')]);
    await until('the new score', async () => (await list(userId, {})).leads.some(({ score }) => score === '8.3'));
    expect(await titles(userId)).toEqual(['b', 'a']);
    await move(userId, 'a', 'new');
    expect(await titles(userId)).toEqual(['a', 'b']);
    const stored = await world.models().leads.find({ userId }).lean();
    for (const lead of stored) expect([lead.title, lead.openRank]).toEqual([lead.title, openRank(lead)]);
  });
});

describe('addresses of posts', () => {
  it("are completed by the visitor's origin, and otherwise stay as they are stored", async () => {
    const userId = newId();
    for (const [title, url] of [
      ['sandbox', '/sandbox/r/SaaS/comments/1abc/'],
      ['sample', 'https://www.reddit.com/r/SaaS/comments/2abc/'],
      ['elsewhere', '//evil.example/x'],
    ] as const)
      await deliver(userId, foundPost({ jobId: newId(), postId: title, title, url }), world.admission());
    const headers = { [originHeader]: 'https://earshot.example' };
    const answer = await world.services.fetch(leadContract.listLeads, { userId, headers });
    const { leads } = leadList.parse(answer.body);
    expect(Object.fromEntries(leads.map(({ title, url }) => [title, url]))).toEqual({
      sandbox: 'https://earshot.example/sandbox/r/SaaS/comments/1abc/',
      sample: 'https://www.reddit.com/r/SaaS/comments/2abc/',
      elsewhere: '//evil.example/x',
    });
    const file = await world.services.open(leadContract.exportLeads, { userId, headers });
    const csv = await file.text();
    for (const { url } of leads) expect(csv).toContain(url);
    const { body } = await world.services.fetch(leadContract.listLeads, { userId });
    expect(leadList.parse(body).leads.map(({ url }) => url)).toContain('/sandbox/r/SaaS/comments/1abc/');
  });
});
