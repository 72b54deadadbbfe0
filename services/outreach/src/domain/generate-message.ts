import type { CommunityRule } from '@earshot/sources';
import { appError } from '@earshot/core';
import { type Configuration, type Lead, profileIn } from '@earshot/proto/http/lead';
import { draftVariants, type MessageLength, type MessageType, type Tone } from '@earshot/proto/values';
import type { Decline, Drafter, DraftRequest } from '@earshot/drafting';
import type { CommunityRef, LeadId, UserId } from '@earshot/proto/refs';
import type { GeneratedMessage, GeneratedMessageRepository } from './generated-message.ts';
import { judgeRules } from './judge-rules.ts';
import { mustHavePost, mustReachAuthor } from './reachable-author.ts';
import type { SentMessageRepository } from './sent-message.ts';

/** Reads the current data of other services that a draft needs. */
export interface LeadContext {
  /** Throws lead.not-found. */
  lead(userId: UserId, leadId: LeadId): Promise<Lead>;
  configuration(userId: UserId): Promise<Configuration>;
  /** The name of the model that the user chose for messages. */
  model(userId: UserId): Promise<string>;
}

/** A community's rules, empty when its source has no rules; null when they cannot be read. */
export type ReadRules = (community: CommunityRef, signal?: AbortSignal) => Promise<readonly CommunityRule[] | null>;

/** The text that a post answers; null if it is no comment, or if that text cannot be read. */
export type ReadAnsweredText = (
  post: { readonly source: string; readonly postId: string },
  signal?: AbortSignal,
) => Promise<string | null>;

export interface GenerateDependencies {
  readonly context: LeadContext;
  readonly messages: GeneratedMessageRepository;
  /** Returns a drafter with the user's model if available. Its cost counts towards the user. */
  readonly drafterFor: (model: string, userId: UserId) => Drafter;
  /** Whether a model is connected. Without one, nothing is read for it. */
  readonly hasModel: () => boolean;
  readonly rulesOf: ReadRules;
  readonly answeredText: ReadAnsweredText;
  readonly sent: Pick<SentMessageRepository, 'lastSent'>;
  readonly newId: () => string;
  readonly now: () => Date;
}

export interface WantedDraft {
  readonly userId: UserId;
  readonly leadId: LeadId;
  readonly messageType: MessageType;
  readonly tone: Tone;
  /** Undefined: the length that the user configured for the type. */
  readonly length?: MessageLength | undefined;
  /** The name of one of the user's own tones. */
  readonly ownTone?: string | undefined;
  /** Drafts also where there is no good draft. */
  readonly force: boolean;
}

/** There is no good draft for the post. */
export interface DeclinedMessage {
  readonly declined: Decline;
  readonly tone: Tone;
}

/** A new draft must not be a near-duplicate of the drafts in the user's latest entries (docs/decisions/0035-no-near-duplicate-drafts.md). */
const compared = { entries: 20, days: 30 } as const;

/**
 * Drafts a message for a lead in its three variants. Checks each against the rules of the post's community, and stores
 * them as one entry. Stores nothing where there is no good draft. Throws lead.not-found, lead.removed, lead.no-author, draft.no-business, draft.no-tone, draft.limit.
 */
export async function generateMessage(
  wanted: WantedDraft,
  deps: GenerateDependencies,
  signal?: AbortSignal,
): Promise<GeneratedMessage | DeclinedMessage> {
  const { userId, leadId, messageType, tone, force } = wanted;
  const lead = await deps.context.lead(userId, leadId);
  mustReachAuthor(lead, messageType);
  const configuration = await deps.context.configuration(userId);
  const community = { source: lead.source, name: lead.subreddit };
  const [rules, recent, model] = await Promise.all([
    deps.rulesOf(community, signal),
    recentOf(userId, deps),
    deps.context.model(userId),
  ]);
  const request = {
    ...requestOf(wanted, lead, configuration),
    ...(deps.hasModel() && (await contextOfModel(lead, { messageType, rules }, deps, signal))),
  };
  const batch = { variants: draftVariants, recent, force, ...(signal && { signal }) };
  const { drafts, declined } = await deps.drafterFor(model, userId).draft(request, batch);
  if (declined) return { declined, tone };
  const variants = drafts.map(({ variant, message, origin }) => ({
    variant,
    message,
    origin,
    rules: judgeRules(rules, { message, business: request.business.description }, messageType),
  }));
  const [first] = variants;
  if (first === undefined) throw new Error('the drafter wrote nothing');
  const about = { id: deps.newId(), leadId, userId, source: lead.source, messageType, tone, createdAt: deps.now() };
  const generated: GeneratedMessage = {
    ...about,
    recipient: lead.author,
    leadTitle: lead.title,
    ...(request.ownTone && { ownTone: request.ownTone.name }),
    message: first.message,
    origin: first.origin,
    rules: first.rules,
    variants,
    sentAt: null,
    status: 'pending',
  };
  if (!(await deps.messages.insert(generated))) throw appError('draft.limit');
  await forgetIfRemoved(generated, deps);
  return generated;
}

/** The post may have been removed while the draft was written: the hooks of the removal did not find the draft. */
async function forgetIfRemoved({ id, userId, leadId }: GeneratedMessage, deps: GenerateDependencies): Promise<void> {
  const lead = await deps.context.lead(userId, leadId);
  if (lead.removed === null) return;
  await deps.messages.remove(userId, id);
  mustHavePost(lead);
}

/** Messages that a model gets as examples. */
const examples = 3;

/** What a model gets besides the business and the post, as far as it can be read. */
async function contextOfModel(
  lead: Lead,
  { messageType, rules }: { readonly messageType: MessageType; readonly rules: readonly CommunityRule[] | null },
  { answeredText, sent }: Pick<GenerateDependencies, 'answeredText' | 'sent'>,
  signal: AbortSignal | undefined,
): Promise<Pick<DraftRequest, 'lead' | 'rules' | 'sent'>> {
  const { userId, id, source, redditPostId: postId } = lead;
  const [parent, messages] = await Promise.all([
    answeredText({ source, postId }, signal),
    sent.lastSent({ userId, messageType }, { exceptLead: id, limit: examples }),
  ]);
  return {
    lead: { ...leadToAnswer(lead), ...(parent !== null && { parent }) },
    // Rules of kind link are about posts, which Earshot does not write.
    rules: (rules ?? [])
      .filter(({ kind }) => kind !== 'link')
      .map(({ shortName, description }) => `${shortName}: ${description}`),
    sent: messages,
  };
}

function requestOf(wanted: WantedDraft, lead: Lead, configuration: Configuration): DraftRequest {
  const { userId, messageType, tone } = wanted;
  const description = configuration.businessDescription.trim();
  if (description === '') throw appError('draft.no-business', { userId });
  const configured = messageType === 'dm' ? configuration.defaultDmLength : configuration.defaultReplyLength;
  const profile = profileIn(configuration);
  const examples = configuration.ownTones.map(({ example }) => example);
  const ownTone = ownToneOf(wanted, configuration);
  const { draftFacts, closingLine } = configuration;
  return {
    business: { description, ...(profile && { profile }), draftFacts, closingLine, examples },
    lead: leadToAnswer(lead),
    messageType,
    tone,
    length: wanted.length ?? configured,
    ...(ownTone && { ownTone }),
  };
}

function leadToAnswer({
  title,
  content,
  author,
  subreddit: community,
  communityLabel,
  matchReason,
}: Lead): DraftRequest['lead'] {
  return { title, content, author, community, communityLabel, matchReason };
}

function ownToneOf({ userId, ownTone: name }: WantedDraft, { ownTones }: Configuration) {
  if (name === undefined) return undefined;
  const found = ownTones.find((one) => one.name === name);
  if (found === undefined) throw appError('draft.no-tone', { userId });
  return found;
}

async function recentOf(userId: UserId, { messages, now }: GenerateDependencies): Promise<string[]> {
  const since = now().getTime() - compared.days * 24 * 60 * 60_000;
  const newest = await messages.newest(userId, { limit: compared.entries, page: 1 });
  return newest
    .filter(({ createdAt }) => createdAt.getTime() >= since)
    .flatMap(({ message, variants }) => (variants.length === 0 ? [message] : variants.map((one) => one.message)));
}
