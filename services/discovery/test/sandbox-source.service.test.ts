import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CommunityPost, PollReader } from '@earshot/sources';
import { newId } from '@earshot/core';
import type { TestServices } from '@earshot/testing';
import { pollReader, startTestServices } from '@earshot/testing';
import { discoveryContract } from '@earshot/proto/http';
import { subredditSuggestion } from '@earshot/proto/http/discovery';
import { sandboxService } from '@earshot/sandbox';
import { z } from 'zod';
import { discoveryService } from '../src/service.ts';

/**
 * The Reddit client and the sandbox were written independently from the same facts. These tests check that they fit
 * together.
 */
let services: TestServices;
let read: PollReader;
beforeAll(async () => {
  services = await startTestServices([sandboxService, discoveryService]);
  read = pollReader(services.platformOf('discovery').sources.get('reddit').read);
});
afterAll(() => services.stop());

async function walk(community: string, limit: number): Promise<CommunityPost[]> {
  const posts: CommunityPost[] = [];
  let after: string | null = null;
  do {
    const page = await read.newPosts(community, { after, limit });
    posts.push(...page.posts);
    after = page.after;
  } while (after !== null);
  return posts;
}

describe('the Reddit source on the sandbox', () => {
  it('suggests communities that can be read, newest posts first and every one once', async () => {
    const { body } = await services.fetch(discoveryContract.suggestSubreddits, {
      userId: newId(),
      query: { query: 'business' },
    });
    const [community] = z.array(subredditSuggestion).parse(body);
    if (community === undefined) throw new Error('nothing was suggested');
    expect(community.displayName).toBe(`r/${community.name}`);

    const posts = await walk(community.name, 7);
    expect(posts.length).toBeGreaterThan(7);
    expect(posts.map(({ id }) => id)).toEqual((await walk(community.name, 100)).map(({ id }) => id));
    expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length);
    const times = posts.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    for (const post of posts) {
      expect(post.community.toLowerCase()).toBe(community.name.toLowerCase());
      expect(post.url).toMatch(/\/sandbox\/r\/\w+\/comments\//);
      expect(post.title).not.toBe('');
    }
  });

  it.each([
    ['nobody_made_this_one', 'source.not-found'],
    ['sandbox_private', 'source.private'],
    ['sandbox_banned', 'source.banned'],
  ])('reports why r/%s cannot be read', async (name, code) => {
    await expect(read.newPosts(name, { after: null, limit: 10 })).rejects.toMatchObject({ code });
  });

  it('does not say that a community does not exist, which only the sandbox lacks', async () => {
    await expect(read.newPosts('portland', { after: null, limit: 10 })).rejects.toMatchObject({
      code: 'source.not-found',
      message: 'Not in the sample data; connect Reddit to hear it',
    });
  });
});
