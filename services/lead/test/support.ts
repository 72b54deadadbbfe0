import type { Platform } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { consume, type EventOf } from '@earshot/event-bus';
import { until } from '@earshot/core/testing';
import {
  fakeFoundPosts,
  type FoundLimits,
  foundPostWords,
  startTestServices,
  type TestOptions,
  type TestServices,
} from '@earshot/testing';
import {
  create,
  type EventCase,
  type LeadCreated,
  LeadFoundSchema,
  LeadRefusal,
  timestampDate,
} from '@earshot/proto/events';
import { postWordsContract } from '@earshot/proto/http';
import type { FoundPostWords, NewScore } from '@earshot/proto/http/post-words';
import type { LeadStatus } from '@earshot/proto/values';
import { foundPosts as readFoundPosts } from '../src/clients/found-posts.ts';
import type { AdmissionDependencies } from '../src/domain/admit-found-posts.ts';
import { inTurn } from '../src/domain/in-turn.ts';
import { leadEvents } from '../src/events/lead-events.ts';
import { onLeadsFound } from '../src/events/on-leads-found.ts';
import { leadService } from '../src/service.ts';
import type { LeadDocument } from '../src/store/lead-schema.ts';
import { leadStore } from '../src/store/lead-store.ts';
import { type QuotaDocument, quotaStore } from '../src/store/quota-store.ts';
import { removedPostStore } from '../src/store/removed-post-store.ts';

export const noon = new Date('2026-11-21T12:00:00.000Z');

/** Events of the lead service, in the order of arrival. */
export type LeadEvent =
  | { what: 'created'; jobId: string; postId: string; leadId: string; userId: string }
  | { what: 'refused'; jobId: string; postId: string; reason: string; limitResetsAt: Date | null; userId: string }
  | StatusEvent;

export interface StatusEvent {
  what: 'status';
  leadId: string;
  from: string;
  to: string;
  revision: number;
  messageType: string | null;
  messageId: string | null;
  userId: string;
}

/** Events about the user's configuration and communities. */
export type SetUpEvent = { userId: string } & (
  | { what: 'configuration'; scanFrequency: string; notificationMethod: string; hasBusiness: boolean; revision: number }
  | {
      what: 'added';
      communityId: string;
      name: string;
      isActive: boolean;
      source?: string | undefined;
      sample?: boolean | undefined;
    }
  | { what: 'removed'; communityId: string }
);

export interface LeadWorld {
  readonly services: TestServices;
  readonly platform: Platform;
  readonly published: LeadEvent[];
  readonly setUpEvents: SetUpEvent[];
  /** The complete event of each created lead. */
  readonly created: LeadCreated[];
  /** Sets the service's clock. */
  setTime(now: Date): void;
  models(): ReturnType<typeof modelsOf>;
  /** The dependencies of the real handler, for deliveries that the bus would not make. */
  admission(): AdmissionDependencies & { saved: () => void };
  stop(): Promise<void>;
}

/** The real service on the embedded platform, with a fixed clock and a recorder of its events. */
export async function startLead(options: Pick<TestOptions, 'mongo'> = {}): Promise<LeadWorld> {
  let now = noon;
  const clock = { now: () => now };
  const services = await startTestServices([foundPosts.service, leadService], { ...options, clock });
  const platform = services.platformOf('lead');
  const received = { published: [], setUpEvents: [], created: [] };
  await platform.bus.subscribe(listener(received));
  const models = () => modelsOf(platform);
  // Relays for documents that tests write directly; the service's own relays poll only every few seconds.
  const relays = [platform.relay(models().leads), platform.relay(models().quotas)];
  return {
    services,
    platform,
    ...received,
    setTime: (moment) => {
      now = moment;
    },
    models,
    admission: () => ({
      leads: leadStore(models().leads),
      quotas: quotaStore(models().quotas),
      wordsOf: readFoundPosts(platform.call),
      removedPosts: removedPostStore(platform),
      inTurn: inTurn(),
      rejudge: async () => undefined,
      newId,
      now: () => clock.now(),
      ...leadEvents((facts) => platform.event(facts)),
      saved: () => relays.forEach((relay) => relay.notify()),
    }),
    stop: async () => {
      await Promise.all(relays.map((relay) => relay.stop()));
      await services.stop();
    },
  };
}

function modelsOf({ documents }: Platform) {
  return {
    leads: documents.model<LeadDocument>('Lead'),
    quotas: documents.model<QuotaDocument>('LeadQuota'),
  };
}

function listener({ published, setUpEvents, created }: Pick<LeadWorld, 'published' | 'setUpEvents' | 'created'>) {
  return consume({
    group: 'test',
    topic: 'lead.events',
    handlers: {
      leadCreated: async ({ userId, payload: { value } }) => {
        created.push(value);
        published.push({ what: 'created', userId, jobId: value.jobId, postId: value.postId, leadId: value.leadId });
      },
      leadRefused: async ({ userId, payload: { value } }) => {
        const limitResetsAt = value.limitResetsAt === undefined ? null : timestampDate(value.limitResetsAt);
        const { jobId, postId } = value;
        published.push({ what: 'refused', userId, jobId, postId, reason: LeadRefusal[value.reason], limitResetsAt });
      },
      leadStatusChanged: async ({ userId, payload: { value } }) => {
        const { leadId, fromStatus: from, toStatus: to, revision } = value;
        const message = { messageType: value.messageType ?? null, messageId: value.messageId ?? null };
        published.push({ what: 'status', userId, leadId, from, to, revision, ...message });
      },
      configurationSaved: async ({ userId, payload: { value } }) => {
        const { $typeName: _, ...saved } = value;
        setUpEvents.push({ what: 'configuration', userId, ...saved });
      },
      communityAdded: async ({ userId, payload: { value } }) => {
        const { $typeName: _, ...added } = value;
        setUpEvents.push({ what: 'added', userId, ...added });
      },
      communityRemoved: async ({ userId, payload: { value } }) => {
        setUpEvents.push({ what: 'removed', userId, communityId: value.communityId });
      },
    },
  });
}

/** A found post: its words, and what its event says. */
export interface Found extends Required<FoundLimits> {
  readonly words: FoundPostWords;
}

type FoundFields = Partial<FoundPostWords & FoundLimits> &
  Partial<Pick<FoundPostWords['aiAnalysis'], 'scorerVersion' | 'parts' | 'provisional'>>;

/** A found post as the scan service has it. */
export function foundPost(fields: FoundFields & { jobId: string; postId: string }): Found {
  const { jobId, threshold = 6, maxLeadsPerScan = 100, maxLeadsPerDay = 100, rescued = false, ...post } = fields;
  const { scorerVersion = 'test-1', provisional = false, ...words } = post;
  const part = { name: 'need', category: 'explicit', points: 8.2, quote: 'need something', note: 'asks' };
  const aiAnalysis = { scorerVersion, provisional, parts: fields.parts ?? [part] };
  const postCreatedAt = new Date(noon.getTime() - 3_600_000).toISOString();
  const described = foundPostWords({ score: 8.2, postCreatedAt, aiAnalysis, ...words });
  return { words: described, jobId, threshold, maxLeadsPerScan, maxLeadsPerDay, rescued };
}

/** The scan service's found posts, for every world of a test file. */
export const foundPosts = fakeFoundPosts();

/** Publishes found posts on the bus, as the scan service's relay would. */
export async function publishFound(world: LeadWorld, userId: string, posts: readonly Found[]): Promise<void> {
  for (const { words, ...limits } of posts) await foundPosts.publish(world.platform, userId, words, limits);
}

/** Sends new scores, as the scan service does. Resolves with the ids of the posts that are leads. */
export async function applyScores(world: LeadWorld, userId: string, scores: readonly NewScore[]): Promise<string[]> {
  const options = { userId, issuer: 'scan', body: { scores: [...scores] } } as const;
  const { status, body } = await world.services.fetch(postWordsContract.applyScores, options);
  if (status !== 200) throw new Error(`the scores were answered with ${status}`);
  return postWordsContract.applyScores.response.parse(body).leads.map(({ postId }) => postId);
}

/** Calls the handler as one delivery does. Any number may run at the same time. */
export function deliver(
  userId: string,
  value: Found,
  deps: AdmissionDependencies & { saved: () => void },
): Promise<void> {
  return deliverTogether(userId, [value], deps);
}

/** Calls the handler with a batch of waiting events. */
export function deliverTogether(
  userId: string,
  values: readonly Found[],
  deps: AdmissionDependencies & { saved: () => void },
): Promise<void> {
  const events = values.map(({ words, ...limits }) => {
    foundPosts.put(userId, words);
    const { source, postId, businessVersion } = words;
    const value = create(LeadFoundSchema, { source, postId, businessVersion, ...limits });
    return eventOf(userId, { case: 'leadFound', value });
  });
  return onLeadsFound(deps)(events);
}

function eventOf<C extends EventCase>(userId: string, payload: EventOf<C>['payload']): EventOf<C> {
  const envelope = { id: newId(), type: '', version: 1, producer: 'scan', userId, key: userId };
  return { ...envelope, $typeName: 'earshot.v1.Envelope', correlationId: '', causationId: '', payload };
}

/** Waits until at least one event about each of these posts has arrived, and returns the events. */
export async function publishedFor(world: LeadWorld, userId: string, postIds: readonly string[]): Promise<LeadEvent[]> {
  return until(`news of ${postIds.length} posts`, () => {
    const mine = world.published.filter((event) => event.userId === userId && event.what !== 'status');
    const known = new Set(mine.map((event) => (event.what === 'status' ? '' : event.postId)));
    return postIds.every((postId) => known.has(postId)) && mine;
  });
}

/** Creates a lead of the user in the given status and returns its id. */
export async function leadIn(world: LeadWorld, userId: string, status: LeadStatus): Promise<string> {
  const jobId = newId();
  await deliver(userId, foundPost({ jobId, postId: `t3_${jobId.slice(-6)}` }), world.admission());
  const lead = await world.models().leads.findOneAndUpdate({ userId, jobId }, { $set: { status } }).lean();
  if (lead === null) throw new Error('the lead is not there');
  return lead._id;
}

/** The status events of the lead that arrived so far. */
export function publishedStatuses(world: LeadWorld, leadId: string): StatusEvent[] {
  return world.published.flatMap((event) => (event.what === 'status' && event.leadId === leadId ? event : []));
}
