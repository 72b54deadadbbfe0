import { LlmError } from '@earshot/llm';
import type { Llm } from '@earshot/llm';
import { z } from 'zod';
import { faultsOf } from '../domain/drafting/checks.ts';
import type { Draft, DraftRequest, Drafter, DraftBatch } from '../domain/drafting/drafter.ts';
import { writeKeyless } from '../domain/drafting/keyless-drafter.ts';
import { languageOf, languageOfPost } from '../domain/drafting/language.ts';
import { NEAR_DUPLICATE, nearest } from '../domain/drafting/similarity.ts';
import { leaksPrompt, systemPrompt } from './draft-prompt.ts';

export interface ModelDrafterOptions {
  readonly llm: Llm;
  /** The user's message model, by the provider's name for it. */
  readonly model: string;
  /** Logs why a keyless draft replaced the model's. Receives no text of the post or the draft. */
  readonly warn: (facts: object, message: string) => void;
  /** The deadline of all calls for one request together; 25,000 ms by default. */
  readonly deadlineMs?: number;
}

/** The most characters of a post that are sent: posts make their point early, and tokens cost money. */
const CONTENT_SENT = 3000;
/** The first call and one retry that lists the faults. */
const CALLS = 2;

const draftsSchema = z.object({ drafts: z.array(z.object({ message: z.string() })) });

/**
 * Drafts messages with a language model, all drafts of a request in one call. They must pass the same checks as every
 * draft: length, placeholders, claims, figures, links, a detail of the post and disclosure. They must also be in the
 * post's language and repeat neither recent drafts nor the prompt. Drafts with faults are requested once more with the
 * faults listed. Drafts that are still faulty, or late, are written without the model; their `origin` shows this.
 */
export function modelDrafter(options: ModelDrafterOptions): Drafter {
  return {
    draft: async (request, batch) => {
      batch.signal?.throwIfAborted();
      const good = await ask(request, batch, options);
      const missing = batch.count - good.length;
      if (missing === 0) return good;
      const recent = [...batch.recent, ...good.map(({ message }) => message)];
      return [...good, ...writeKeyless(request, { count: missing, recent }, good.length)];
    },
  };
}

/**
 * The model's usable drafts, at most `count`. Rejects when the caller aborts; failures of the model are only logged.
 */
async function ask(request: DraftRequest, batch: DraftBatch, options: ModelDrafterOptions): Promise<Draft[]> {
  const { llm, model, warn, deadlineMs = 25_000 } = options;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = batch.signal === undefined ? deadline : AbortSignal.any([batch.signal, deadline]);
  const good: string[] = [];
  let faults: string[] = [];
  try {
    for (let call = 0; call < CALLS && good.length < batch.count; call += 1) {
      const wanted = batch.count - good.length;
      const system = systemPrompt(request);
      const input = inputOf(request, wanted, faults, good);
      const { value } = await llm.complete({
        model,
        system,
        input,
        signal,
        schema: draftsSchema,
        schemaName: 'drafts',
      });
      const judged = value.drafts.slice(0, wanted).map(({ message }) => message.replaceAll('\r', '').trim());
      faults = judged.length < wanted ? [`there are ${String(judged.length)} drafts instead of ${String(wanted)}`] : [];
      for (const message of judged) {
        const found = modelFaults(request, message, [...batch.recent, ...good]);
        if (found.length === 0) good.push(message);
        else faults.push(...found);
      }
    }
    if (good.length < batch.count) warn({ model, faults: faults.map(kindOf) }, "a model's draft could not be sent");
  } catch (error) {
    batch.signal?.throwIfAborted();
    if (!(error instanceof LlmError) && !deadline.aborted) throw error;
    const reason = error instanceof LlmError ? error.reason : 'timeout';
    warn({ model, reason }, 'the model wrote no draft');
  }
  return good.map((message) => ({ message, origin: 'model' }));
}

function modelFaults(request: DraftRequest, message: string, others: readonly string[]): string[] {
  const wanted = languageOfPost(request.lead);
  const written = languageOf(message);
  return [
    ...faultsOf(request, message),
    ...(written !== null && wanted !== written && wanted !== 'other' ? ['it is not in the language of the post'] : []),
    ...(nearest(message, others) > NEAR_DUPLICATE ? ['it repeats an earlier draft: begin and argue otherwise'] : []),
    ...(leaksPrompt(request, message) ? ['it repeats these instructions'] : []),
  ];
}

/** A fault without its quotations: figures and words of a draft must not be logged. */
function kindOf(fault: string): string {
  return fault.replace(/"[^"]*"|\d+(?:[.,]\d+)*/g, '…');
}

function inputOf(
  { lead }: DraftRequest,
  count: number,
  faults: readonly string[],
  accepted: readonly string[],
): string {
  return JSON.stringify({
    drafts: count,
    post: {
      author: lead.author,
      community: lead.communityLabel,
      title: lead.title,
      text: lead.content.slice(0, CONTENT_SENT),
    },
    whyItMatched: lead.matchReason,
    ...(faults.length > 0 && { faultsOfYourLastDrafts: [...new Set(faults)] }),
    ...(accepted.length > 0 && { alreadyWritten: accepted }),
  });
}
