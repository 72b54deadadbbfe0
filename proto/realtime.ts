import { z } from 'zod';
import { scanJob } from './http/scan.ts';
import { communityView } from './http/source.ts';
import { leadStatuses } from './values.ts';

/** The first frame that a client sends after the socket opens. The user must be the session's user. */
export const clientFrame = z.object({ type: z.literal('authenticate'), userId: z.string().min(1).max(200) });

/** Frames that the server sends: `{type, data}`. */
export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated'), data: z.object({ userId: z.string() }) }),
  z.object({
    type: z.literal('new_lead'),
    data: z.object({
      id: z.string(),
      title: z.string(),
      subreddit: z.string(),
      ...communityView,
      score: z.string(),
    }),
  }),
  z.object({ type: z.literal('scan_progress'), data: scanJob }),
  z.object({ type: z.literal('scan_complete'), data: z.object({ jobId: z.string(), newLeads: z.number().int() }) }),
  z.object({
    type: z.literal('lead_status_updated'),
    data: z.object({ id: z.string(), status: z.enum(leadStatuses) }),
  }),
  z.object({ type: z.literal('lead_rescored'), data: z.object({ id: z.string(), score: z.string() }) }),
]);
/** Discriminated by `type`. */
export type ServerFrame = z.infer<typeof serverFrame>;

/** Close codes of `/ws`. On `unauthorized`, a client goes to the login page and does not reconnect. */
export const closeCodes = {
  normal: 1000,
  restarting: 1012,
  notJson: 1007,
  policy: 1008,
  tooLarge: 1009,
  tooSlow: 1013,
  unauthorized: 4401,
  authenticateTimeout: 4408,
} as const;

/** Bytes; a larger frame closes the socket with `tooLarge`. */
export const maxFrameBytes = 64 * 1024;
