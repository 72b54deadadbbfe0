import { type Llm, LlmError } from '@earshot/llm';
import type { DraftVariant } from '@earshot/proto/values';
import { z } from 'zod';
import { faultsOf } from './checks.ts';
import { declineOf } from './declines.ts';
import { type Draft, type DraftBatch, type Drafter, type DraftRequest, withPostRead } from './drafter.ts';
import { writeKeyless } from './keyless-drafter.ts';
import type { Encode } from './nearness.ts';
import { NEAR_DUPLICATE, nearest } from './similarity.ts';
import { leaksPrompt, mostWords, systemPrompt } from './draft-prompt.ts';

export interface ModelDrafterOptions {
  readonly llm: Llm;
  /** The user's message model, by the provider's name for it. */
  readonly model: string;
  /** Logs why a keyless draft replaced the model's. Receives no text of the post or the draft. */
  readonly warn: (facts: object, message: string) => void;
  /** The deadline of all calls for one request together; 25,000 ms by default. */
  readonly deadlineMs?: number;
  /** Chooses by meaning what a draft without the model says. */
  readonly encode?: Encode;
}

/** The most characters of a post that are sent: posts make their point early, and tokens cost money. */
const CONTENT_SENT = 3000;
/** The most characters of the text that a comment answers. */
const PARENT_SENT = 1000;
/** The most characters of a message that the owner sent. */
const EXAMPLE_SENT = 800;
/** The most rules of a community, and characters of one. */
const RULES_SENT = { rules: 20, characters: 400 } as const;
/** The first call and one retry that lists the faults. */
const CALLS = 2;

const draftsSchema = z.object({ drafts: z.array(z.object({ message: z.string() })) });

/**
 * Drafts messages with a language model, all drafts of a request in one call. They must pass the same checks as every
 * draft (`checks.ts`), be short, and repeat neither recent drafts nor the prompt. Empty messages are the model's decline. Drafts with faults are requested once more with the
 * faults listed. Drafts that are still faulty, or late, are written without the model; their `origin` shows this.
 */
export function modelDrafter(options: ModelDrafterOptions): Drafter {
  return {
    draft: async (given, batch) => {
      batch.signal?.throwIfAborted();
      const request = withPostRead(given);
      const { good, isDeclined } = await ask(request, batch, options);
      if (isDeclined && batch.force !== true) return { declined: declineOf('model') };
      const missing = batch.variants.filter((wanted) => !good.some(({ variant }) => variant === wanted));
      const recent = [...batch.recent, ...good.map(({ message }) => message)];
      const force = batch.force === true || good.length > 0;
      const others = await writeKeyless(request, { variants: missing, recent, force }, options.encode);
      if (others.declined) return others;
      const drafts = [...good, ...others.drafts];
      return { drafts: drafts.sort((a, b) => batch.variants.indexOf(a.variant) - batch.variants.indexOf(b.variant)) };
    },
  };
}

interface Answered {
  readonly good: Draft[];
  /** The model found no answer in the facts. */
  readonly isDeclined: boolean;
}

/**
 * The model's usable drafts. Rejects when the caller aborts; failures of the model are only logged.
 */
async function ask(request: DraftRequest, batch: DraftBatch, options: ModelDrafterOptions): Promise<Answered> {
  const { llm, model, warn, deadlineMs = 25_000 } = options;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = batch.signal === undefined ? deadline : AbortSignal.any([batch.signal, deadline]);
  const good: Draft[] = [];
  let faults: string[] = [];
  const missing = () => batch.variants.filter((wanted) => !good.some(({ variant }) => variant === wanted));
  try {
    for (let call = 0; call < CALLS && missing().length > 0; call += 1) {
      const approaches = missing();
      const system = systemPrompt(request);
      const input = inputOf(request, approaches, faults, good);
      const { value } = await llm.complete({
        model,
        system,
        input,
        signal,
        schema: draftsSchema,
        schemaName: 'drafts',
      });
      if (value.drafts.length > 0 && value.drafts.every(({ message }) => message.trim() === '')) {
        return { good, isDeclined: good.length === 0 };
      }
      faults =
        value.drafts.length < approaches.length
          ? [`there are ${String(value.drafts.length)} drafts instead of ${String(approaches.length)}`]
          : [];
      for (const [index, variant] of approaches.entries()) {
        const message = value.drafts[index]?.message.replaceAll('\r', '').trim();
        if (message === undefined) break;
        const found = modelFaults(request, message, [...batch.recent, ...good.map((draft) => draft.message)]);
        if (found.length === 0) good.push({ variant, message, origin: 'model' });
        else faults.push(...found);
      }
    }
    if (missing().length > 0) warn({ model, faults: faults.map(kindOf) }, "a model's draft could not be sent");
  } catch (error) {
    batch.signal?.throwIfAborted();
    if (!(error instanceof LlmError) && !deadline.aborted) throw error;
    const reason = error instanceof LlmError ? error.reason : 'timeout';
    warn({ model, reason }, 'the model wrote no draft');
  }
  return { good, isDeclined: false };
}

function modelFaults(request: DraftRequest, message: string, others: readonly string[]): string[] {
  return [
    ...faultsOf(request, message),
    ...(message.split(/\s+/).length > mostWords[request.messageType]
      ? [`it has more than ${String(mostWords[request.messageType])} words`]
      : []),
    ...(nearest(message, others) > NEAR_DUPLICATE ? ['it repeats an earlier draft: begin and argue otherwise'] : []),
    ...(leaksPrompt(request, message) ? ['it repeats these instructions'] : []),
  ];
}

/** A fault without its quotations: figures and words of a draft must not be logged. */
function kindOf(fault: string): string {
  return fault.replace(/"[^"]*"|\d+(?:[.,]\d+)*/g, '…');
}

function inputOf(
  { lead, rules = [], sent = [] }: DraftRequest,
  approaches: readonly DraftVariant[],
  faults: readonly string[],
  accepted: readonly Draft[],
): string {
  return JSON.stringify({
    approaches,
    post: {
      author: lead.author,
      community: lead.communityLabel,
      title: lead.title,
      text: lead.content.slice(0, CONTENT_SENT),
      ...(lead.parent !== undefined && { answers: lead.parent.slice(0, PARENT_SENT) }),
    },
    ...(rules.length > 0 && {
      rulesOfTheCommunity: shortened(rules.slice(0, RULES_SENT.rules), RULES_SENT.characters),
    }),
    ...(sent.length > 0 && { sentBefore: shortened(sent, EXAMPLE_SENT) }),
    whyItMatched: lead.matchReason,
    ...(faults.length > 0 && { faultsOfYourLastDrafts: [...new Set(faults)] }),
    ...(accepted.length > 0 && { alreadyWritten: accepted.map(({ message }) => message) }),
  });
}

function shortened(texts: readonly string[], characters: number): string[] {
  return texts.map((text) => text.slice(0, characters));
}
