import { newId } from '@earshot/core';
import { leadContract } from '@earshot/proto/http';
import { configuration, leadList } from '@earshot/proto/http/lead';
import { csvCells, headerTexts, markupTexts, nosqlTexts } from '@earshot/testing/corpora';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readCsv } from './fixtures/read-csv.ts';
import { foundPost, type LeadWorld, publishedFor, publishFound, startLead } from './support.ts';

const mine = newId();
const texts = [
  ...csvCells,
  ...[...headerTexts, ...markupTexts, ...nosqlTexts].map((text) => ({ text, runs: /^[=+\-@\t\r\n]/.test(text) })),
];

let world: LeadWorld;
beforeAll(async () => {
  world = await startLead();
  const jobId = newId();
  const posts = texts.map(({ text }, at) =>
    foundPost({
      jobId,
      postId: `t3_${at}`,
      title: text,
      author: text,
      content: text,
      matchReason: text,
      maxLeadsPerScan: 1000,
      maxLeadsPerDay: 1000,
    }),
  );
  await publishFound(world, mine, posts);
  await publishedFor(
    world,
    mine,
    posts.map(({ words }) => words.postId),
  );
});
afterAll(() => world.stop());

/** Every lead of the user, by the position of its text. */
async function listed() {
  const all = new Map<number, { title: string; author: string; content: string; matchReason: string }>();
  for (let page = 1; all.size < texts.length && page < 10; page += 1) {
    const query = { limit: '100', page: String(page) };
    const answer = await world.services.fetch(leadContract.listLeads, { userId: mine, query });
    expect(answer.headers.get('content-type')).toContain('application/json');
    for (const lead of leadList.parse(answer.body).leads) all.set(Number(lead.redditPostId.slice(3)), lead);
  }
  return all;
}

it('every text of a post is kept and listed as it is', async () => {
  const leads = await listed();
  expect(leads.size).toBe(texts.length);
  for (const [at, { text }] of texts.entries())
    expect(leads.get(at)).toMatchObject({ title: text, author: text, content: text, matchReason: text });
});

it('every text is a cell of the export that no spreadsheet runs', async () => {
  const answer = await world.services.open(leadContract.exportLeads, { userId: mine });
  const rows = readCsv(
    Buffer.from(await answer.arrayBuffer())
      .toString('utf8')
      .slice(1),
  ).slice(1);
  const byPost = new Map(rows.map((row) => [row[8]?.split('/').at(-1), row]));
  expect(byPost.size).toBe(texts.length);
  for (const [at, { text, runs }] of texts.entries()) {
    const cell = runs ? `'${text}` : text;
    const [, title, , author, , , , matchReason] = byPost.get(`t3_${at}`) ?? [];
    expect([title, author, matchReason]).toEqual([cell, cell, cell]);
  }
});

it.each(texts)('$text in the configuration is a text', async ({ text }) => {
  const userId = newId();
  const body = { businessDescription: text };
  await world.services.fetch(leadContract.saveConfiguration, { userId, body });
  const saved = await world.services.fetch(leadContract.getConfiguration, { userId });
  expect(configuration.parse(saved.body).businessDescription).toBe(text);
});
