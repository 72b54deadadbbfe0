import type { KeyValue } from '@earshot/core';
import type { CommunityPost, Source } from '@earshot/sources';
import { AppError, unlessAway } from '@earshot/core';
import { z } from 'zod';

/** The most time that a source has to show a community. A user waits for it. */
const lookMs = 3_000;
/** The newest posts that the facts rest on. */
const postsRead = 25;
/** The posts of an hour change no figure much, and each look costs one request of the installation's rate limit. */
const keptMs = 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

const facts = z.object({
  postsPerDay: z.number().nullable(),
  posts: z.array(z.object({ title: z.string(), url: z.string() })),
});

/** What the newest posts of a community show. `postsPerDay` is null if there are none. */
export type CommunityFacts = z.infer<typeof facts>;

/** `closed`: it does not exist, or not everybody can read it. `unknown`: its source did not answer in time. */
export type Look = CommunityFacts | 'closed' | 'unknown';

export interface LookDeps {
  readonly source: Pick<Source, 'definition' | 'read'>;
  readonly kv: Pick<KeyValue, 'get' | 'set'>;
  readonly now: () => Date;
}

/** Reads the newest posts of a community. Never rejects for a fault of the source. */
export async function lookAt(name: string, { source, kv, now }: LookDeps): Promise<Look> {
  const key = `community-facts:${source.definition.id}:${name.toLowerCase()}`;
  const known = await unlessAway(
    () => kv.get(key),
    () => null,
  );
  if (known !== null) return facts.parse(JSON.parse(known));
  const signal = AbortSignal.timeout(lookMs);
  try {
    const { posts } = await source.read.newPosts(name, { after: null, limit: postsRead }, signal);
    const found = factsOf(posts, now());
    await unlessAway(
      () => kv.set(key, JSON.stringify(found), { ttlMs: keptMs }),
      () => undefined,
    );
    return found;
  } catch (error) {
    if (error instanceof AppError) return isClosed(error) ? 'closed' : 'unknown';
    if (signal.aborted) return 'unknown';
    throw error;
  }
}

function isClosed({ code }: AppError): boolean {
  return code === 'source.not-found' || code === 'source.private';
}

function factsOf(posts: readonly CommunityPost[], now: Date): CommunityFacts {
  const oldest = posts.at(-1);
  // Posts that arrive within an hour say little about a day, but no more is known.
  const days = oldest && Math.max((now.getTime() - oldest.createdAt.getTime()) / dayMs, 1 / 24);
  const perDay = days === undefined ? null : posts.length / days;
  return {
    postsPerDay: perDay === null ? null : perDay < 10 ? Math.round(perDay * 10) / 10 : Math.round(perDay),
    posts: posts.map(({ title, url }) => ({ title, url })),
  };
}
