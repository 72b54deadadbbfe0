import { z } from 'zod';
import { scanStatuses } from '../values.ts';
import { endpoint, timestamp } from './contract.ts';

/**
 * Where every post of a scan went. fetched = known + filtered + scored + unscored;
 * scored = belowThreshold + capped + created + duplicate (already a lead of this user) + pending (on its way to be a lead).
 */
export const funnel = z.object({
  fetched: z.number().int(),
  known: z.number().int(),
  filtered: z.number().int(),
  scored: z.number().int(),
  unscored: z.number().int(),
  belowThreshold: z.number().int(),
  capped: z.number().int(),
  created: z.number().int(),
  duplicate: z.number().int(),
  pending: z.number().int(),
});
export type Funnel = z.infer<typeof funnel>;

/** A scan as people follow it: `progress` in percent, threads are posts. An ended one has `completedAt`. */
export const scanJob = z.object({
  id: z.string(),
  status: z.enum(scanStatuses),
  currentStep: z.string(),
  progress: z.number().int().min(0).max(100),
  subredditsScanned: z.number().int(),
  totalSubreddits: z.number().int(),
  processedThreads: z.number().int(),
  totalThreads: z.number().int(),
  newLeadsFound: z.number().int(),
  errorMessage: z.string().nullable(),
  limitResetsAt: timestamp.nullable(),
  funnel,
  startedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type ScanJob = z.infer<typeof scanJob>;

const jobParams = z.object({ jobId: z.string().min(1) });

/** Scans of the signed-in user: at most one runs at a time. */
export const scanContract = {
  startScan: endpoint({
    service: 'scan',
    method: 'POST',
    path: '/api/leads/scan/start',
    statuses: [202, 200],
    response: z.object({ jobId: z.string() }),
  }),
  latestScan: endpoint({
    service: 'scan',
    method: 'GET',
    path: '/api/leads/scan/latest',
    response: scanJob.nullable(),
  }),
  scanStatus: endpoint({
    service: 'scan',
    method: 'GET',
    path: '/api/leads/scan/status/:jobId',
    params: jobParams,
    response: scanJob,
  }),
  cancelScan: endpoint({
    service: 'scan',
    method: 'POST',
    path: '/api/leads/scan/cancel/:jobId',
    params: jobParams,
    response: scanJob,
  }),
};
