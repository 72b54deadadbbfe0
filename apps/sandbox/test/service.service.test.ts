import { afterEach, describe, expect, it } from '@jest/globals';
import { defineService } from '@earshot/service-kit';
import { pollReader, startTestServices, type TestServices } from '@earshot/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sandboxService } from '../src/service.ts';
import { openDatabase } from '../src/store/database.ts';
import { temporaryFolder } from './site.ts';

/** A service that only uses the source. */
const reader = defineService({
  name: 'discovery',
  database: null,
  config: z.object({}),
  reaches: ['source'],
  serves: [],
  calls: [],
  publishes: [],
  consumes: [],
  start: async () => ({}),
});
const sourceOf = (services: TestServices) => pollReader(services.platformOf('discovery').sources.get('sample').read);

it('a file of the sandbox that cannot be opened is named', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'sandbox.sqlite');
  await writeFile(path, 'this is no database, but long enough for its header. '.repeat(20));
  expect(() => openDatabase(path)).toThrow(`The sandbox's file ${path} cannot be opened (file is not a database)`);
  folder.remove();
});

describe('the sandbox as the source of the product', () => {
  const running: TestServices[] = [];
  const start = async (settings: Record<string, string> = {}, folder?: string): Promise<TestServices> => {
    const options = { settings, ...(folder !== undefined && { folder }) };
    const services = await startTestServices([sandboxService, reader], options);
    running.push(services);
    return services;
  };
  afterEach(async () => {
    for (const services of running.splice(0)) await services.stop();
  });

  it('is read by our own Reddit client: pages, search, refusals', async () => {
    const source = sourceOf(await start());
    const first = await source.newPosts('smallbusiness', { after: null, limit: 10 });
    const second = await source.newPosts('smallbusiness', { after: first.after, limit: 100 });
    expect([first.posts.length, second.after]).toEqual([10, null]);
    const ids = [...first.posts, ...second.posts].map((post) => post.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(first.posts[0]?.url).toMatch(/^\/sandbox\/r\/smallbusiness\/comments\/\w+\/\w+\/$/);
    const found = await source.searchCommunities?.('business', 5);
    expect(found?.[0]).toMatchObject({ name: 'smallbusiness', displayName: 'r/smallbusiness', isNsfw: false });
    const rules = await source.rules?.('WebDev');
    expect(rules).toContainEqual({
      shortName: 'Showoff Saturday',
      description: 'Promote your own work on Saturdays only.',
      kind: 'all',
    });
    await expect(source.rules?.('sandbox_private')).rejects.toMatchObject({ code: 'source.private' });
    await expect(source.rules?.('nobody_took_this')).rejects.toMatchObject({ code: 'source.not-found' });
    const read = (name: string) => source.newPosts(name, { after: null, limit: 10 });
    await expect(read('sandbox_private')).rejects.toMatchObject({ code: 'source.private' });
    await expect(read('sandbox_quarantined')).rejects.toMatchObject({ code: 'source.quarantined' });
    await expect(read('sandbox_banned')).rejects.toMatchObject({ code: 'source.banned' });
    await expect(read('nobody_took_this')).rejects.toMatchObject({ code: 'source.not-found' });
  });

  it('keeps its posts and times over a restart on the same folder', async () => {
    const folder = temporaryFolder();
    const read = async (services: TestServices) =>
      (await sourceOf(services).newPosts('SEO', { after: null, limit: 100 })).posts;
    const first = await start({}, folder.path);
    const before = await read(first);
    await first.stop();
    running.pop();
    expect(await read(await start({}, folder.path))).toEqual(before);
    await running.pop()?.stop();
    folder.remove();
  });

  it('does not start with invalid settings, and suggests the fix', async () => {
    const folder = temporaryFolder();
    const missing = join(folder.path, 'no-such.jsonl');
    folder.remove();
    await expect(start({ SANDBOX_POSTS: missing })).rejects.toThrow(
      /^SANDBOX_POSTS: there is no file .*no-such\.jsonl\. Set SANDBOX_POSTS to/,
    );
    await expect(start({ SANDBOX_PORT: 'many' })).rejects.toThrow('SANDBOX_PORT must be a port number');
    await expect(start({ SANDBOX_ARRIVALS_PER_HOUR: '-1' })).rejects.toThrow(
      'SANDBOX_ARRIVALS_PER_HOUR must be a number',
    );
  });
});
