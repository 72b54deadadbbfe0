import type { CommunityRule } from '@earshot/sources';
import { appError } from '@earshot/core';
import type { Configuration, Lead } from '@earshot/proto/http/lead';
import { profileIn } from '@earshot/proto/http/lead';
import { draftVariants } from '@earshot/proto/values';
import type { MessageType, Tone } from '@earshot/proto/values';
import type { Drafter } from '@earshot/drafting';
import type { GeneratedMessage, GeneratedMessageRepository } from './generated-message.ts';
import { judgeRules } from './judge-rules.ts';

/** Reads the current data of other services that a draft needs. */
export interface LeadContext {
  /** Throws lead.not-found. */
  lead(userId: string, leadId: string): Promise<Lead>;
  configuration(userId: string): Promise<Configuration>;
  /** The name of the model that the user chose for messages. */
  model(userId: string): Promise<string>;
}

/** A community of a source. */
export interface Community {
  readonly source: string;
  readonly name: string;
}

/** A community's rules, empty when its source has no rules; null when they cannot be read. */
export type ReadRules = (community: Community, signal?: AbortSignal) => Promise<readonly CommunityRule[] | null>;

export interface GenerateDependencies {
  readonly context: LeadContext;
  readonly messages: GeneratedMessageRepository;
  /** Returns a drafter with the user's model if available. Its cost counts towards the user. */
  readonly drafterFor: (model: string, userId: string) => Drafter;
  readonly rulesOf: ReadRules;
  readonly newId: () => string;
  readonly now: () => Date;
}

export interface WantedDraft {
  readonly userId: string;
  readonly leadId: string;
  readonly messageType: MessageType;
  readonly tone: Tone;
}

/** A new draft must not be a near-duplicate of the drafts in the user's latest entries (docs/decisions/0035-no-near-duplicate-drafts.md). */
const compared = { entries: 20, days: 30 } as const;

/**
 * Drafts a message for a lead in its three variants, in the length that the user configured for its type. Checks each
 * against the rules of the post's community, and stores them as one entry. Throws lead.not-found, draft.no-business.
 */
export async function generateMessage(
  wanted: WantedDraft,
  deps: GenerateDependencies,
  signal?: AbortSignal,
): Promise<GeneratedMessage> {
  const { userId, leadId, messageType, tone } = wanted;
  const lead = await deps.context.lead(userId, leadId);
  const configuration = await deps.context.configuration(userId);
  const description = configuration.businessDescription.trim();
  if (description === '') throw appError('draft.no-business', { userId });
  const length = messageType === 'dm' ? configuration.defaultDmLength : configuration.defaultReplyLength;
  const drafter = deps.drafterFor(await deps.context.model(userId), userId);
  const profile = profileIn(configuration);
  const business = { description, ...(profile && { profile }) };
  const request = { business, lead, messageType, tone, length };
  const batch = { variants: draftVariants, recent: await recentOf(userId, deps), ...(signal && { signal }) };
  const community = { source: lead.source, name: lead.subreddit };
  const [drafts, rules] = await Promise.all([drafter.draft(request, batch), deps.rulesOf(community, signal)]);
  const variants = drafts.map(({ variant, message, origin }) => ({
    variant,
    message,
    origin,
    rules: judgeRules(rules, { message, business: description }, messageType),
  }));
  const [first] = variants;
  if (first === undefined) throw new Error('the drafter wrote nothing');
  const { message, origin } = first;
  const about = { id: deps.newId(), leadId, userId, source: lead.source, messageType, tone, createdAt: deps.now() };
  const shown = { recipient: lead.author, leadTitle: lead.title };
  const generated: GeneratedMessage = {
    ...about,
    ...shown,
    message,
    origin,
    rules: first.rules,
    variants,
    sentAt: null,
    status: 'pending',
  };
  await deps.messages.insert(generated);
  return generated;
}

async function recentOf(userId: string, { messages, now }: GenerateDependencies): Promise<string[]> {
  const since = now().getTime() - compared.days * 24 * 60 * 60_000;
  const newest = await messages.newest(userId, compared.entries);
  return newest
    .filter(({ createdAt }) => createdAt.getTime() >= since)
    .flatMap(({ message, variants }) => (variants.length === 0 ? [message] : variants.map((one) => one.message)));
}
