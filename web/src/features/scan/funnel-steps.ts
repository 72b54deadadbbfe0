import type { ScanJob } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { texts } from './texts.ts';

/** One line of the funnel that shows where the posts of a scan went. */
export interface FunnelStep {
  readonly key: string;
  readonly count: number;
  /** The text after the number. */
  readonly label: string;
  /** `all` is the total at the start, `less` is subtracted, `rest` is a subtotal. */
  readonly kind: 'all' | 'less' | 'rest';
  /** The outcome by which the posts of this step can be listed; null if the step has no list. */
  readonly fate: PostFate | null;
}

/** The funnel from fetched posts to new leads. Each `rest` is exactly the total above it minus the `less` lines in between. */
export function funnelSteps({ funnel, status }: Pick<ScanJob, 'funnel' | 'status'>): readonly FunnelStep[] {
  const less = (fate: PostFate, count: number): FunnelStep => ({
    key: fate,
    fate,
    count,
    label: texts.fateOf(fate, status),
    kind: 'less',
  });
  const pending: FunnelStep = {
    key: 'pending',
    fate: null,
    count: funnel.pending,
    label: texts.pending,
    kind: 'less',
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
    { key: 'created', count: funnel.created, label: texts.newLeads(funnel.created), kind: 'rest', fate: 'created' },
  ];
}
