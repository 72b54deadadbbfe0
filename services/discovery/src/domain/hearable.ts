import { notInSample } from '@earshot/proto/values';
import { knownLook, type Look, lookAt, type LookDeps, membersShown } from './community-facts.ts';
import type { SuggestedCommunity } from './suggestions.ts';

/** A suggestion, and why this installation cannot read the community; null if it can. */
export type HearableCommunity = SuggestedCommunity & { readonly unavailable: string | null };

export interface HearableDeps extends Omit<LookDeps, 'source'> {
  /** Undefined if this installation does not use the source. */
  readonly source: LookDeps['source'] | undefined;
  /** Called with the reason when a community could not be looked at; the suggestion stays. */
  readonly failed: (reason: unknown) => void;
}

/**
 * Separates what this installation can read from what its first scan would call missing. The sandbox is asked, because it
 * has few communities: those that it lacks come last, rated low, with the reason. The real site is not asked for a
 * visitor: communities that it was seen to have closed are left out.
 */
export async function hearable(
  suggestions: readonly SuggestedCommunity[],
  deps: HearableDeps,
): Promise<HearableCommunity[]> {
  const { source } = deps;
  if (source === undefined) return suggestions.map((one) => ({ ...one, unavailable: null }));
  const look = (name: string): Promise<Look> =>
    (source.definition.isSample ? lookAt : knownLook)(name, { ...deps, source }).catch((error: unknown) => {
      deps.failed(error);
      return 'unknown';
    });
  const looks = await Promise.all(suggestions.map(({ name }) => look(name)));
  const isClosed = (_: unknown, at: number) => looks[at] === 'closed';
  const open = suggestions.flatMap((one, at) => {
    const seen = looks[at] ?? 'unknown';
    return seen === 'closed' ? [] : [{ ...one, members: membersShown(one, seen), unavailable: null }];
  });
  if (source.definition.isSample !== true) return open;
  const unavailable = notInSample;
  // Neither likely nor readable: it helps nobody.
  const closed = suggestions
    .filter((one, at) => isClosed(one, at) && one.relevance !== 'low')
    .map((one) => ({ ...one, relevance: 'low' as const, unavailable }));
  return [...open, ...closed];
}
