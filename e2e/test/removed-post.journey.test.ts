import { allServices } from '@earshot/all-in-one/services';
import { until } from '@earshot/core/testing';
import { lead as leadShape } from '@earshot/proto/http/lead';
import { sentMessage } from '@earshot/proto/http/outreach';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { founder } from '../src/founder.ts';
import { speak } from '../src/full-life.ts';
import { type Product, startProduct } from '../src/product.ts';
import { removeAtSite } from '../src/remove-post.ts';
import { collectionsWith, filesWith } from '../src/traces.ts';

let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
  product = undefined;
});

/** The site's own copy stays: the sandbox stands in for it. */
const services = allServices.filter(({ name }) => name !== 'sandbox');

/** The files of Earshot with one of the words. The sandbox is the post's site, and its file stays. */
const filesOfEarshot = async (folder: string, words: readonly string[]) =>
  (await filesWith(folder, words)).filter((file) => !file.startsWith(join(folder, 'sandbox')));

const filesOfBus = async (folder: string, words: readonly string[]) =>
  (await filesWith(folder, words)).filter((file) => file.includes('bus.sqlite'));

describe('a post that its author removed', () => {
  it('is in no collection, event, log line and file any more, and the user keeps the lead and what was sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-removed-'));
    const lines: string[] = [];
    const logLines = { write: (line: string) => void lines.push(line) };
    product = await startProduct({ settings: { SANDBOX_REQUESTS_PER_MINUTE: '100000' }, folder, logLines });
    const { platformOf } = product;
    const member = await founder(product.url);
    const { visitor, leads } = member;
    const [listed] = leads;
    const path = `/api/leads/${listed.id}`;
    const before = await visitor.get(leadShape, path);
    await speak(member);
    const slug = /\/comments\/\w+\/(\w+)/.exec(before.url)?.[1] ?? '';
    const words = [before.title, before.content.slice(0, 40), slug];
    for (const word of words) expect(word.length).toBeGreaterThan(10);
    const holding = () => collectionsWith({ platformOf }, services, words);
    const collections = [...new Set((await holding()).map((one) => one.split(' ')[0]))];
    expect(collections).toEqual(
      expect.arrayContaining(['scan.reddit_post_cache', 'lead.leads', 'outreach.generated_messages']),
    );
    const sent = await visitor.get(z.array(sentMessage), '/api/reddit/messages');

    await removeAtSite(product, before.redditPostId);
    await until('the words to go', async () => (await holding()).length === 0).catch(async (late: unknown) => {
      expect(await holding()).toEqual([]);
      throw late;
    });
    const { subreddit, score, createdAt } = before;
    const kept = {
      title: 'Removed by its author',
      removed: { by: 'author' },
      content: '',
      subreddit,
      score,
      createdAt,
    };
    expect(await visitor.get(leadShape, path)).toMatchObject(kept);
    const texts = (messages: typeof sent) => messages.map(({ content }) => content);
    expect(texts(await visitor.get(z.array(sentMessage), '/api/reddit/messages'))).toEqual(texts(sent));
    // Events, and with them dead letters, contained no word of the post at any time.
    expect(await filesOfBus(folder, words)).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => words.some((word) => line.includes(word)))).toEqual([]);
    // The product clears what deleted rows left in its files within an hour, or when it stops.
    const left = await filesOfEarshot(folder, words);
    expect(left.every((file) => file.includes('documents.sqlite'))).toBe(true);
    await product.stop();
    product = undefined;
    expect(await filesOfEarshot(folder, words)).toEqual([]);
    expect(await filesWith(folder, words)).not.toEqual([]);
    await rm(folder, { recursive: true });
  });
});
