import { defineService, type Mailer, type Platform, type Route, route, smtpMailer } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { type MailServer, startMailServer, startTestServices, type TestServices } from '@earshot/testing';
import { authContract, leadContract, postWordsContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import type { Subreddit } from '@earshot/proto/http/lead';
import type { LeadWords } from '@earshot/proto/http/post-words';
import { create, ScanJobViewSchema, timestampFromDate } from '@earshot/proto/events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { z } from 'zod';
import { authService } from '../src/service.ts';
import { gatewayStandIn, tokenIn } from './support.ts';

const from = 'Earshot <earshot@example.test>';
/** Long limits: an attempt fails by the tests' clock only, not because a busy machine stalls. */
const longLimits = { connectMs: 120_000, silenceMs: 120_000, totalMs: 120_000 };
/** For a server that is expected to hang. */
const shortLimits = { ...longLimits, silenceMs: 2_500 };

function mailerOf({ url, mood }: MailServer): Mailer {
  const waiting = smtpMailer({ url, from, patience: longLimits });
  const leaving = smtpMailer({ url, from, patience: shortLimits });
  return { ...waiting, send: (mail) => (mood() === 'hangs' ? leaving : waiting).send(mail) };
}

/** Publishes events in the name of that service, and serves the routes. */
const standIn = (name: 'lead' | 'scan', routes: Route[] = []) =>
  defineService({
    name,
    database: null,
    config: z.object({}),
    serves: routes.map(({ endpoint }) => endpoint),
    calls: [],
    publishes: [],
    consumes: [],
    start: async () => ({ routes }),
  });

/** A community of the source, as the lead service returns it. */
const communityOf = (source: string, userId: string): Subreddit => ({
  id: source,
  userId,
  name: 'ask',
  source,
  sourceLabel: source,
  communityLabel: 'ask',
  isActive: true,
  isStarred: false,
  check: 'passed',
  problem: null,
  createdAt: new Date(0).toISOString(),
});

/** A lead in the form of its event. */
const leadOf = (jobId: string, at: number) => ({
  leadId: `${jobId}-lead-${at}`,
  jobId,
  postId: `post-${at}`,
  source: 'sample',
  community: 'smallbusiness',
  score: 5 + at / 10,
});

/** The words of a lead whose id ends in a number. */
const wordsOf = (id: string): LeadWords => {
  const at = id.split('-').at(-1) ?? '';
  return { id, title: `Looking for help ${at}`, matchReason: `They ask for what you sell (${at})` };
};

/**
 * The auth service on a folder that survives it, a mail server, and stand-ins for the services whose events it handles.
 */
export class DigestWorld {
  readonly folder: string;
  readonly server: MailServer;
  services: TestServices | null = null;
  nowMs = Date.now();
  /** The sources of every user's communities; null makes the lead service fail. */
  communitySources: readonly string[] | null = ['sample'];
  /** Words of leads that differ from `wordsOf`. Null: the lead service has no such lead. */
  readonly words = new Map<string, Omit<LeadWords, 'id'> | null>();
  /** The lead service fails to answer for the words of leads. */
  isLeadAway = false;
  /** Wraps the mailer at the next start. */
  wrap: (mailer: Mailer) => Mailer = (mailer) => mailer;

  constructor(folder: string, server: MailServer) {
    this.folder = folder;
    this.server = server;
  }

  static async open(): Promise<DigestWorld> {
    const world = new DigestWorld(await mkdtemp(join(tmpdir(), 'earshot-digest-')), await startMailServer());
    await world.start();
    return world;
  }

  get running(): TestServices {
    if (this.services === null) throw new Error('it does not run');
    return this.services;
  }

  async start(): Promise<void> {
    const mailer = this.wrap(mailerOf(this.server));
    const communities = route(leadContract.listSubreddits, async ({ userId }) => {
      if (this.communitySources === null) throw appError('service.unavailable');
      return this.communitySources.map((source) => communityOf(source, userId));
    });
    const words = route(postWordsContract.listLeadWords, async ({ body: { ids } }) => {
      if (this.isLeadAway) throw appError('service.unavailable');
      return ids.flatMap((id) => {
        const own = this.words.get(id);
        return own === null ? [] : [{ ...wordsOf(id), ...own }];
      });
    });
    const lead = standIn('lead', [communities, words]);
    this.services = await startTestServices([gatewayStandIn, lead, standIn('scan'), authService], {
      folder: this.folder,
      mongo: null,
      clock: { now: () => new Date(this.nowMs) },
      platform: (platform: Platform) => ({ ...platform, mailer }),
    });
  }

  async stop(): Promise<void> {
    await this.services?.stop();
    this.services = null;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.server.stop();
    await rm(this.folder, { recursive: true });
  }

  /** Registers a user with a verified address who wants digests, and clears the mails received for that. */
  async reader(): Promise<{ id: string; email: string }> {
    const email = `reader.${this.server.taken.length}@example.test`;
    const body = { email, password: 'correct horse' };
    const { id } = user.parse((await this.running.fetch(authContract.register, { userId: null, body })).body);
    const mail = await until('the verification', async () => (await this.mails()).find((one) => isTo(one, email)));
    await this.running.fetch(authContract.verifyEmail, { userId: null, query: { token: tokenIn(mail) } });
    await this.publish('lead', id, this.configuration('email', 1));
    return { id, email };
  }

  configuration(notificationMethod: string, revision: number) {
    const value = { scanFrequency: 'manual', notificationMethod, hasBusiness: true, revision };
    return { case: 'configurationSaved' as const, value };
  }

  /** Publishes events of one service. Resolves when auth has handled them. */
  async publish(name: 'lead' | 'scan', userId: string, ...payloads: Parameters<Platform['event']>[0]['payload'][]) {
    const { bus, event } = this.running.platformOf(name);
    await bus.publish(payloads.map((payload) => event({ userId, payload }).record));
    await until('auth to have received the events', async () => (await bus.lag('auth', `${name}.events`)) === 0);
  }

  leads(userId: string, jobId: string, ...numbers: number[]): Promise<void> {
    const payloads = numbers.map((at) => ({ case: 'leadCreated' as const, value: leadOf(jobId, at) }));
    return this.publish('lead', userId, ...payloads);
  }

  /** Leads that were heard between scans, now by the clock. */
  heard(userId: string, ...numbers: number[]): Promise<void> {
    const createdAt = timestampFromDate(new Date(this.nowMs));
    const value = (at: number) => ({ ...leadOf(`task-${at}`, at), createdAt, heard: true });
    return this.publish('lead', userId, ...numbers.map((at) => ({ case: 'leadCreated' as const, value: value(at) })));
  }

  scanEnded(userId: string, id: string, newLeadsFound: number): Promise<void> {
    const job = create(ScanJobViewSchema, { id, status: 'completed', newLeadsFound });
    return this.publish('scan', userId, { case: 'scanEnded', value: { job } });
  }

  /** Every mail that the server received. */
  async mails(): Promise<Email[]> {
    return Promise.all(this.server.taken.map(({ source }) => PostalMime.parse(source)));
  }

  async digests(): Promise<Email[]> {
    return (await this.mails()).filter((mail) => (mail.subject ?? '').includes('new lead'));
  }

  digest(count = 1): Promise<Email[]> {
    return until(`${count} digests`, async () => {
      const all = await this.digests();
      return all.length >= count && all;
    });
  }

  /** Advances the clock until a digest is due again after a failed attempt. */
  async untilDueAgain(jobId: string): Promise<void> {
    const model = this.running.platformOf('auth').documents.model('Mail');
    const due = await until('the attempt to be given up', async () => {
      const stored = await model.findById(`digest:${jobId}`).lean().exec();
      const waitMs = z.object({ dueAt: z.date() }).parse(stored).dueAt.getTime() - this.nowMs;
      // A claim lasts two minutes; the first retries are sooner.
      return waitMs > 0 && waitMs < 100_000 && { waitMs };
    });
    this.nowMs += due.waitMs;
  }

  /** Resolves when no mail waits, so that no more will be sent. */
  settled(): Promise<true> {
    const model = this.running.platformOf('auth').documents.model('Mail');
    return until('nothing to wait', async () => (await model.countDocuments({ waiting: { $gt: '' } }).exec()) === 0);
  }
}

function isTo(mail: Email, email: string): boolean {
  return mail.to?.[0]?.address === email;
}
