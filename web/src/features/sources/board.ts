import type { CommunityHealth, SourceHealth } from '@earshot/proto/http/source-health';
import type { SourceState } from '@earshot/proto/values';

export type Tone = 'good' | 'warn' | 'bad' | 'none';

export const tones: Readonly<Record<SourceState, Tone>> = {
  idle: 'none',
  listening: 'good',
  limited: 'warn',
  refused: 'bad',
  unreachable: 'bad',
  misconfigured: 'bad',
};

/** Communities whose trouble is their own: those of a source that has stopped fail for the same reason as the source. */
export function quietCommunities(
  communities: readonly CommunityHealth[],
  sources: readonly Pick<SourceHealth, 'source' | 'state'>[],
): readonly CommunityHealth[] {
  const stopped = new Set(sources.filter(({ state }) => tones[state] === 'bad').map(({ source }) => source));
  return communities.filter(({ source }) => !stopped.has(source));
}

/** A community in the maps of the user's communities. */
export const healthKey = ({ source, name }: Pick<CommunityHealth, 'source' | 'name'>) => `${source} ${name}`;
