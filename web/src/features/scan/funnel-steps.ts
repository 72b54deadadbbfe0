import type { Funnel } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { texts } from './texts.ts';

/** One line of the sum that tells where the posts of a scan went. */
export interface FunnelStep {
  readonly key: string;
  readonly count: number;
  /** What follows the number. */
  readonly label: string;
  /** `all` begins the sum, `less` is taken away, `rest` is what is left of it. */
  readonly kind: 'all' | 'less' | 'rest';
  /** The posts of this step can be looked at; null: they are those of other steps. */
  readonly fate: PostFate | null;
}

/**
 * The sum from the posts that were fetched to the new leads: each `rest` is what stands above it, less what is between,
 * without a residue.
 */
export function funnelSteps(funnel: Funnel): readonly FunnelStep[] {
  const less = (fate: PostFate, count: number): FunnelStep => ({
    ...{ key: fate, fate, count },
    ...{ label: texts.fates[fate], kind: 'less' },
  });
  const pending: FunnelStep = {
    ...{ key: 'pending', fate: null, count: funnel.pending },
    ...{ label: texts.pending, kind: 'less' },
  };
  return [
    { key: 'fetched', count: funnel.fetched, label: texts.fetched, kind: 'all', fate: null },
    less('known', funnel.known),
    less('stale', funnel.stale),
    less('filtered', funnel.filtered),
    less('unscored', funnel.unscored),
    { key: 'scored', count: funnel.scored, label: texts.scored, kind: 'rest', fate: null },
    less('below', funnel.belowThreshold),
    less('capped', funnel.capped),
    less('duplicate', funnel.duplicate),
    ...(funnel.pending > 0 ? [pending] : []),
    { key: 'created', count: funnel.created, label: texts.fates.created, kind: 'rest', fate: 'created' },
  ];
}
