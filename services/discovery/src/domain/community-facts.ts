import { closedCommunityErrors, type CommunityPost, newestPosts, type Source } from '@earshot/sources';
import { AppError, type KeyValue, unlessAway } from '@earshot/core';
import { z } from 'zod';
import { membersText } from './catalogue/community.ts';
import type { SuggestedCommunity } from './suggestions.ts';

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
  members: z.number().nullable(),
});

/**
 * What the newest posts of a community show. `postsPerDay` is null if there are none. `members` is only known of samples, which
 * cost no request of a site.
 */
export type CommunityFacts = z.infer<typeof facts>;

const closed = 'closed';
const stored = z.union([facts, z.literal(closed)]);

/** `closed`: it does not exist, or not everybody can read it. `unknown`: its source did not answer in time. */
export type Look = CommunityFacts | typeof closed | 'unknown';

export interface LookDeps {
  readonly source: Pick<Source, 'definition' | 'read'>;
  readonly kv: Pick<KeyValue, 'get' | 'set'>;
  readonly now: () => Date;
}

/** The last look at a community, if it was less than an hour ago; else `unknown`. Nothing is requested from its source. */
export async function knownLook(name: string, { source, kv }: Pick<LookDeps, 'source' | 'kv'>): Promise<Look> {
  const known = await unlessAway(
    () => kv.get(keyOf(name, source)),
    () => null,
  );
  return known === null ? 'unknown' : stored.parse(JSON.parse(known));
}

/** Reads the newest posts of a community. Never rejects for a fault of the source. */
export async function lookAt(name: string, deps: LookDeps): Promise<Look> {
  const known = await knownLook(name, deps);
  if (known !== 'unknown') return known;
  const look = await read(name, deps);
  if (look !== 'unknown') {
    await unlessAway(
      () => deps.kv.set(keyOf(name, deps.source), JSON.stringify(look), { ttlMs: keptMs }),
      () => undefined,
    );
  }
  return look;
}

/** The sandbox and the site that it simulates have different communities. */
function keyOf(name: string, { definition }: LookDeps['source']): string {
  return `community-facts:${definition.id}:${name.toLowerCase()}`;
}

/** The size of a community in words: by the catalogue, or else by its source. */
export function membersShown({ members }: Pick<SuggestedCommunity, 'members'>, look: Look): string {
  const isKnown = members !== membersText(null);
  return isKnown || look === closed || look === 'unknown' ? members : membersText(look.members);
}

async function read(name: string, { source, now }: LookDeps): Promise<Look> {
  const signal = AbortSignal.timeout(lookMs);
  try {
    const posts = await newestPosts(source.read, { community: name, limit: postsRead }, signal);
    const members = source.definition.isSample ? await membersOf(name, source.read, signal) : null;
    return { ...factsOf(posts, now()), members };
  } catch (error) {
    if (error instanceof AppError) return isClosed(error) ? closed : 'unknown';
    if (signal.aborted) return 'unknown';
    throw error;
  }
}

async function membersOf(name: string, read: Source['read'], signal: AbortSignal): Promise<number | null> {
  const found = (await read.searchCommunities?.(name, 1, signal)) ?? [];
  return found.find((one) => one.name.toLowerCase() === name.toLowerCase())?.subscribers ?? null;
}

function isClosed({ code }: AppError): boolean {
  return code === 'source.not-found' || closedCommunityErrors.includes(code);
}

function factsOf(posts: readonly CommunityPost[], now: Date): Omit<CommunityFacts, 'members'> {
  const oldest = posts.at(-1);
  // Posts that arrive within an hour say little about a day, but no more is known.
  const days = oldest && Math.max((now.getTime() - oldest.createdAt.getTime()) / dayMs, 1 / 24);
  const perDay = days === undefined ? null : posts.length / days;
  return {
    postsPerDay: perDay === null ? null : perDay < 10 ? Math.round(perDay * 10) / 10 : Math.round(perDay),
    posts: posts.map(({ title, url }) => ({ title, url })),
  };
}
