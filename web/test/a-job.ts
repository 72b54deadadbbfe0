import type { ScanJob } from '@earshot/proto/http/scan';

const funnel = {
  fetched: 0,
  known: 0,
  stale: 0,
  filtered: 0,
  scored: 0,
  unscored: 0,
  belowThreshold: 0,
  capped: 0,
  created: 0,
  duplicate: 0,
  pending: 0,
};
/** A running job. */
export const aJob: ScanJob = {
  id: 'job-1',
  status: 'processing',
  currentStep: 'Reading r/SaaS',
  progress: 40,
  subredditsScanned: 1,
  totalSubreddits: 2,
  processedThreads: 10,
  totalThreads: 20,
  newLeadsFound: 3,
  errorMessage: null,
  limitResetsAt: null,
  funnel,
  startedAt: null,
  completedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
