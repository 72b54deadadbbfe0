import { authService } from '@earshot/auth';
import { leadService } from '@earshot/lead';
import type { Platform } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { fakeFoundPosts, foundPostWords, startTestServices, type TestServices } from '@earshot/testing';
import { leadContract, outreachContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { sandboxService } from '@earshot/sandbox';
import { expect } from '@jest/globals';
import { z } from 'zod';
import { outreachService } from '../../src/service.ts';

/** The scan service's found posts, for every world of a test file. */
const foundPosts = fakeFoundPosts();

export const now = new Date('2026-11-21T12:00:00.000Z');
export const description =
  'ParcelPilot: shipping software for small online shops. Compare carrier rates, print labels in batches and track parcels.';

let nowMs = now.getTime();

/** Advances the clock of every world in the test file, or resets it to `now` without a number. */
export function pass(ms?: number): void {
  nowMs = ms === undefined ? now.getTime() : nowMs + ms;
}

/** The real services with the sandbox as their source; `platform` can replace third parties. */
export const start = (platform: (own: Platform) => Platform = (own) => own): Promise<TestServices> =>
  startTestServices([sandboxService, authService, foundPosts.service, leadService, outreachService], {
    clock: { now: () => new Date(nowMs) },
    platform,
  });

const post = {
  title: 'Looking for shipping software for my candle shop',
  content: 'We send forty parcels a week and I copy every address by hand. Can anyone recommend something?',
  author: 'wick_and_wax',
  subreddit: 'accounting',
  matchReason: 'Asks for a tool like yours.',
};

/** Creates a user with one lead and a business description (may be empty). */
export async function userWithLead(on: TestServices, business = description, lead: LeadOptions = {}) {
  const userId = newId();
  const form = { businessDescription: business, defaultDmLength: 'single_paragraph', defaultReplyLength: 'sentences' };
  await on.fetch(leadContract.saveConfiguration, { userId, body: form });
  return { userId, leadId: await addLead(on, userId, lead) };
}

interface LeadOptions {
  readonly community?: string;
  readonly author?: string;
  readonly source?: string;
  readonly postId?: string;
}

/** Adds a lead; those of one user need different posts and authors. */
export async function addLead(
  on: TestServices,
  userId: string,
  { community = 'accounting', author = post.author, source = 'sample', postId = 't3_abc' }: LeadOptions = {},
): Promise<string> {
  const url = 'https://www.reddit.com/comments/abc';
  const facts = { ...post, subreddit: community, author, source, postId, url, postCreatedAt: now.toISOString() };
  await foundPosts.publish(on.platformOf('lead'), userId, foundPostWords(facts), { jobId: newId() });
  return until('the lead', async () => {
    const { body } = await on.fetch(leadContract.listLeads, { userId });
    return leadList.parse(body).leads.find(({ redditPostId }) => redditPostId === postId)?.id;
  });
}

/** Calls the route as a browser does. */
export function generate(on: TestServices, userId: string | null, id: string, body: unknown) {
  return on.fetch(outreachContract.generateMessage, { userId, params: { id }, body });
}

/** The user's drafts, newest first. */
export async function listOf(on: TestServices, userId: string) {
  const { status, body } = await on.fetch(outreachContract.listGeneratedMessages, { userId });
  expect(status).toBe(200);
  return z.array(generatedMessage).parse(body);
}
