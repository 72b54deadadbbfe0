import { type Figures, figures } from '../promql.ts';
import { job, namespaceToken } from './alert.ts';

/** Alerts carry the namespace as a label, and cover one installation: several may share a Prometheus. */
export const ruleScope: Figures = figures({
  where: `namespace="${namespaceToken}",job="${job}"`,
  window: '5m',
  keep: ['namespace'],
  zeros: false,
});
