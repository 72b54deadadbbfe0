import { appError } from '@earshot/platform';
import type { Configuration, Lead } from '@earshot/proto/http/lead';
import type { MessageType, Tone } from '@earshot/proto/values';
import type { Drafter } from './drafting/drafter.ts';
import type { GeneratedMessage, GeneratedMessageRepository } from './generated-message.ts';

/** What other services know that a draft for a lead needs, as it stands now. */
export interface LeadContext {
  /** Throws lead.not-found. */
  lead(userId: string, leadId: string): Promise<Lead>;
  configuration(userId: string): Promise<Configuration>;
  /** The name of the model the user chose for messages. */
  model(userId: string): Promise<string>;
}

export interface GenerateDependencies {
  readonly context: LeadContext;
  readonly messages: GeneratedMessageRepository;
  readonly drafterFor: (model: string) => Drafter;
  readonly newId: () => string;
  readonly now: () => Date;
}

/**
 * Drafts one message for a lead in the length that the user configured for its type, and keeps it.
 * Throws lead.not-found, draft.no-business, draft.failed.
 */
export async function generateMessage(
  wanted: { userId: string; leadId: string; messageType: MessageType; tone: Tone },
  deps: GenerateDependencies,
  signal?: AbortSignal,
): Promise<GeneratedMessage> {
  const { userId, leadId, messageType, tone } = wanted;
  const lead = await deps.context.lead(userId, leadId);
  const configuration = await deps.context.configuration(userId);
  const description = configuration.businessDescription.trim();
  if (description === '') throw appError('draft.no-business', { userId });
  const length = messageType === 'dm' ? configuration.defaultDmLength : configuration.defaultReplyLength;
  const drafter = deps.drafterFor(await deps.context.model(userId));
  const message = await draft(drafter, { business: { description }, lead, messageType, tone, length }, signal);
  const generated: GeneratedMessage = {
    id: deps.newId(),
    leadId,
    userId,
    message,
    messageType,
    tone,
    origin: 'keyless',
    rules: null,
    sentAt: null,
    status: 'pending',
    createdAt: deps.now(),
  };
  await deps.messages.insert(generated);
  return generated;
}

async function draft(drafter: Drafter, request: Parameters<Drafter['draft']>[0], signal?: AbortSignal) {
  try {
    const { message } = await drafter.draft(request, signal);
    return message;
  } catch (error) {
    signal?.throwIfAborted();
    throw appError('draft.failed', {}, error);
  }
}
