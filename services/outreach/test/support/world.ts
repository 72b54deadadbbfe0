import { authService } from '@earshot/auth';
import { leadService } from '@earshot/lead';
import type { Platform } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { type AccountSite, redditAccounts, sourcesOf } from '@earshot/sources';
import {
  fakeFoundPosts,
  foundPostWords,
  startTestServices,
  type TestAnswer,
  type TestOptions,
  type TestServices,
} from '@earshot/testing';
import { leadContract, outreachContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import { activityItem, notification, redditAccount, type SentMessage, sentMessage } from '@earshot/proto/http/outreach';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { expect } from '@jest/globals';
import { z } from 'zod';
import { outreachService } from '../../src/service.ts';
import { type FakeReddit, fakeReddit } from './fake-reddit.ts';

/** The scan service's found posts, for every world of a test file. */
export const foundPosts = fakeFoundPosts();

export const noon = new Date('2026-11-21T12:00:00.000Z');
/** The address under which browsers reach Earshot in these tests. */
export const origin = 'http://earshot.example:8080';

export interface World {
  readonly services: TestServices;
  readonly site: FakeReddit;
  now(): Date;
  /** Advances the clock of Earshot and of the site. */
  pass(ms: number): void;
  stop(): Promise<void>;
}

export interface WorldOptions extends Pick<TestOptions, 'folder' | 'settings' | 'logLines'> {
  readonly site?: FakeReddit;
  readonly startAt?: Date;
}

/** Timeouts in ms for a site that answers, and for one that never does. */
const [patientMs, impatientMs] = [60_000, 2_000];

/** The real services on the embedded platform; only the community site is fake. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  let nowMs = (options.startAt ?? noon).getTime();
  const clock = { now: () => new Date(nowMs) };
  const site = options.site ?? (await fakeReddit(() => nowMs));
  const { folder, settings, logLines } = options;
  const services = await startTestServices([authService, foundPosts.service, leadService, outreachService], {
    ...(folder !== undefined && { folder }),
    ...(settings !== undefined && { settings }),
    ...(logLines !== undefined && { logLines }),
    clock,
    platform: (own) => ({
      ...own,
      sources: sourcesOf(own.sources.all.map((source) => ({ ...source, write: accountsAt(site, { ...own, clock }) }))),
    }),
  });
  return {
    services,
    site,
    now: () => clock.now(),
    pass: (ms) => {
      nowMs += ms;
    },
    stop: async () => {
      // The site stops first, so that pending requests to it do not delay the services' stop.
      await site.stop();
      await services.stop();
    },
  };
}

function accountsAt(site: FakeReddit, own: Pick<Platform, 'kv' | 'clock' | 'log'>): AccountSite {
  const of = (timeoutMs: number) =>
    redditAccounts({
      ...own,
      authUrl: () => site.url,
      apiUrl: () => site.url,
      timeoutMs,
      clientId: 'earshot',
      clientSecret: '',
      userAgent: 'server:earshot:v1 (by /u/earshot)',
      browserUrl: (at) => `${at ?? ''}/sandbox`,
      fetcher: openOutbound(allowedOutside.parse('')).trusted,
      sandboxPath: '/sandbox',
      ownUrl: undefined,
    });
  const [patient, impatient] = [of(patientMs), of(impatientMs)];
  const now = () => (site.staysSilent() ? impatient : patient);
  return {
    ...patient,
    compose: (...given) => now().compose(...given),
    comment: (...given) => now().comment(...given),
  };
}

export interface Person {
  readonly userId: string;
  readonly leadId: string;
  readonly accountId: string;
}

/** The post of every lead. */
export const post = {
  id: 't3_abc',
  title: 'Looking for shipping software',
  author: 'wick_and_wax',
  url: '/sandbox/r/ecommerce/comments/abc/looking_for_shipping_software/',
};

/** Creates a user with a lead and a linked account. */
export async function person(world: World, username = 'my_shop'): Promise<Person> {
  const userId = newId();
  const leadId = await addLead(world, userId);
  const accountId = await linkAccount(world, userId, username);
  return { userId, leadId, accountId };
}

export async function addLead({ services }: World, userId: string, postId = post.id): Promise<string> {
  const { title, author, url } = post;
  // Another post has another text: copies of a post by one author are one lead.
  const content =
    postId === post.id ? 'Forty parcels a week.' : `What does ${postId} say about the customs form on top of it?`;
  const facts = { postId, subreddit: 'ecommerce', title, content, author, url, postCreatedAt: noon.toISOString() };
  await foundPosts.publish(services.platformOf('lead'), userId, foundPostWords(facts), { jobId: newId() });
  return until('the lead', async () => {
    const { body } = await services.fetch(leadContract.listLeads, { userId });
    return leadList.parse(body).leads.find((lead) => lead.redditPostId === postId)?.id;
  });
}

/** Links an account like a browser would, without the site's page. */
export async function linkAccount(world: World, userId: string, username: string): Promise<string> {
  const state = await beginLink(world, userId);
  const query = { state, code: world.site.codeFor(username) };
  const back = await world.services.fetch(outreachContract.finishLink, { userId, query });
  expect([back.status, back.headers.get('location')]).toEqual([302, `/dashboard/settings?linked=${username}`]);
  const account = (await accountsOf(world, userId)).find((one) => one.username === username);
  return account?.id ?? '';
}

/** Starts a link and returns its state. */
export async function beginLink({ services }: World, userId: string, wanted?: string): Promise<string> {
  const headers = { 'x-earshot-origin': origin };
  const answer = await services.fetch(outreachContract.linkAccount, {
    userId,
    headers,
    ...(wanted !== undefined && { query: { return: wanted } }),
  });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '').searchParams.get('state') ?? '';
}

const listOf = <S extends z.ZodType>({ status, body }: TestAnswer, item: S): z.output<S>[] => {
  expect(status).toBe(200);
  return z.array(item).parse(body);
};
export const accountsOf = async ({ services }: World, userId: string) =>
  listOf(await services.fetch(outreachContract.listAccounts, { userId }), redditAccount);
export const messagesOf = async ({ services }: World, userId: string) =>
  listOf(await services.fetch(outreachContract.listSentMessages, { userId }), sentMessage);
export const dmsOf = async ({ services }: World, userId: string) =>
  listOf(await services.fetch(outreachContract.listDirectMessages, { userId }), activityItem);
export const commentsOf = async ({ services }: World, userId: string) =>
  listOf(await services.fetch(outreachContract.listComments, { userId }), activityItem);
export const newsOf = async ({ services }: World, userId: string) =>
  listOf(await services.fetch(outreachContract.listNotifications, { userId }), notification);

interface SendOptions {
  readonly key?: string;
  readonly fields?: Record<string, unknown>;
}

export function sendDm({ services }: World, { userId, leadId, accountId }: Person, extra: SendOptions = {}) {
  const body = { accountId, leadId, recipientUsername: post.author, message: 'Hello, may I help?', ...extra.fields };
  const headers = extra.key === undefined ? {} : { 'idempotency-key': extra.key };
  return services.fetch(outreachContract.sendDirectMessage, { userId, body, headers });
}

export function sendComment({ services }: World, { userId, leadId, accountId }: Person, extra: SendOptions = {}) {
  const body = { accountId, leadId, postUrl: post.url, comment: 'This may help you.', ...extra.fields };
  const headers = extra.key === undefined ? {} : { 'idempotency-key': extra.key };
  return services.fetch(outreachContract.sendComment, { userId, body, headers });
}

/** The message in an answer, which must have status 200. */
export function messageIn({ status, body }: TestAnswer): SentMessage {
  expect([status, body]).toEqual([200, expect.anything()]);
  return sentMessage.parse(body);
}

/** Waits until the user's only message is settled and returns it. */
export async function settled(world: World, userId: string): Promise<SentMessage> {
  return until('the message to be settled', async () => {
    const [message] = await messagesOf(world, userId);
    return message?.status === 'pending' ? null : message;
  });
}

export function settle({ services }: World, userId: string | null, id: string, body: unknown) {
  return services.fetch(outreachContract.settleMessage, { userId, params: { id }, body });
}
