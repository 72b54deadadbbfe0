import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { LlmError } from '@earshot/llm';
import { businessProfile, profileIn } from '@earshot/proto/http/lead';
import { z } from 'zod';
import { type Business, keylessScorer, type Post, type Scorer, type Vectors, type Verdict } from '@earshot/scoring';
import { readPosts } from './read-posts.ts';

const USAGE = 'usage: npm run --silent score -- --business FILE.json --posts FILE.jsonl [--model NAME]';
/** Posts scored between two writes, so that the first results appear early and memory use stays constant. */
const AT_ONCE = 15;

/** An error in the user's input. It is reported by its message and exit code 1. */
class UsageError extends Error {}

const businessSchema = z.object({
  description: z.string().trim().min(1, 'must not be empty'),
  subreddits: z.array(z.string()).nullish(),
  ...businessProfile.partial().shape,
});

/**
 * Scores the posts of a file for a business. Writes one JSON line per post (id, score, relevance, matchReason) to
 * `out`, in input order, and nothing else. Errors go to `err`; errors in posts name the line. Resolves with the exit
 * code: 0, or 1 if there was an error. Posts that can be scored are scored even then.
 */
export async function scoreCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  vectors: Vectors,
  { out, err }: { readonly out: Writable; readonly err: Writable },
): Promise<number> {
  try {
    const options = readOptions(args);
    const business = await readBusiness(options.business);
    const scorer = options.model === undefined ? keylessScorer({ vectors }) : await scorerByModel(options.model, env);
    return await scoreFile(options.posts, business, scorer, out, err);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err.write(`${error.message}\n`);
    return 1;
  }
}

function readOptions(args: readonly string[]): { business: string; posts: string; model: string | undefined } {
  const options = { business: { type: 'string' }, posts: { type: 'string' }, model: { type: 'string' } } as const;
  const { business, posts, model } = parse(() => parseArgs({ args: [...args], options, strict: true }).values);
  const missing = [...(business ? [] : ['--business']), ...(posts ? [] : ['--posts'])];
  if (!business || !posts) throw new UsageError(`score: ${missing.join(' and ')} missing\n${USAGE}`);
  if (model === '') throw new UsageError(`score: --model needs a name\n${USAGE}`);
  return { business, posts, model };
}

function parse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`score: ${messageOf(error)}\n${USAGE}`);
  }
}

async function readBusiness(file: string): Promise<Business> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`score: cannot read ${file}: ${messageOf(error)}`);
  });
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (json === undefined) throw new UsageError(`score: ${file} is not JSON`);
  const parsed = businessSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(`score: ${file}: ${issue?.path.join('.') || 'business'}: ${issue?.message ?? 'invalid'}`);
  }
  const { description, subreddits: communities, ...fields } = parsed.data;
  const profile = profileIn(fields);
  return { description, ...(profile && { profile }), source: 'reddit', communities: communities ?? [] };
}

async function scorerByModel(model: string, env: Readonly<Record<string, string | undefined>>): Promise<Scorer> {
  const apiKey = env['OPENAI_API_KEY'];
  if (!apiKey) throw new UsageError('score: --model needs OPENAI_API_KEY to be set (without --model no key is needed)');
  // Loaded on demand: without the SDK, the keyless command starts in a fraction of the time.
  const [{ openAiLlm }, { modelScorer }] = await Promise.all([
    import('@earshot/llm/openai'),
    import('@earshot/scoring/model-scorer'),
  ]);
  const baseUrl = env['OPENAI_BASE_URL'];
  const override = env['OPENAI_MODEL'];
  // The command itself reports failures of the server, with what they mean for the posts.
  const log = { warn: () => undefined };
  const llm = openAiLlm({ apiKey, log, ...(baseUrl ? { baseUrl } : {}), ...(override ? { model: override } : {}) });
  return modelScorer({ llm, model, batchSize: AT_ONCE });
}

async function scoreFile(
  file: string,
  business: Business,
  scorer: Scorer,
  out: Writable,
  err: Writable,
): Promise<number> {
  let exitCode = 0;
  let isEmpty = true;
  let batch: Post[] = [];
  let current = scorer;
  const complain = (message: string): void => {
    exitCode = 1;
    err.write(`score: ${message}\n`);
  };
  const flush = async (): Promise<void> => {
    const verdicts = await current.score(business, batch).catch((error: unknown) => {
      if (!(error instanceof LlmError)) throw error;
      complain(`${error.message}; the remaining posts are unscored`);
      current = unscored(scorer.version);
      return current.score(business, batch);
    });
    batch = [];
    for (const verdict of verdicts) await print(verdict, out);
  };
  try {
    for await (const read of readPosts(file)) {
      isEmpty = false;
      if ('fault' in read) complain(`${file}, line ${String(read.line)}: ${read.fault}`);
      else batch.push(read.post);
      if (batch.length >= AT_ONCE) await flush();
    }
    if (isEmpty) err.write(`score: ${file} holds no posts\n`);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    complain(`cannot read ${file}: ${messageOf(error)}`);
  }
  await flush();
  return exitCode;
}

/** Replaces the scorer when the provider is unavailable: every post still gets its line, without a score. */
function unscored(version: string): Scorer {
  return {
    version,
    score: (_business, posts) =>
      Promise.resolve(
        posts.map(({ id }) => ({
          id,
          score: null,
          relevance: 'low',
          matchReason: 'Not scored: the model server could not be used.',
          parts: [],
          scorerVersion: version,
        })),
      ),
  };
}

async function print({ id, score, relevance, matchReason }: Verdict, out: Writable): Promise<void> {
  if (!out.write(`${JSON.stringify({ id, score, relevance, matchReason })}\n`)) await once(out, 'drain');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // System errors name the call and the path after a comma. Our message already names the path.
  return message.replace(/^(E[A-Z]+: [^,]+),.*$/s, '$1');
}
