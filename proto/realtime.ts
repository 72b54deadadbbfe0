import { z } from 'zod';
import { scanJob } from './http/scan.ts';
import { communityView } from './http/source.ts';
import { leadStatuses } from './values.ts';

/** The first frame that a client sends after the socket opens. The user must be the session's user. */
export const clientFrame = z.object({ type: z.literal('authenticate'), userId: z.string().min(1).max(200) });

/**
 * `seq` counts the frames of one user and is equal on all replicas. It grows, but not always by one. Frames have none
 * while the server cannot count.
 */
function frame<T extends string, D extends z.ZodType>(type: T, data: D) {
  return z.object({ type: z.literal(type), data, seq: z.number().int().positive().optional() });
}

/** Frames that the server sends: `{type, data, seq}`. */
export const serverFrame = z.discriminatedUnion('type', [
  /** The frames after `seq` follow. */
  frame('authenticated', z.object({ userId: z.string() })),
  /** Frames up to `seq` were missed and cannot be sent again: the client refetches. */
  frame('resync', z.object({})),
  frame(
    'new_lead',
    z.object({
      id: z.string(),
      /** Empty while the lead service is unavailable. */
      title: z.string(),
      subreddit: z.string(),
      ...communityView,
      score: z.string(),
    }),
  ),
  frame('scan_progress', scanJob),
  frame('scan_complete', z.object({ jobId: z.string(), newLeads: z.number().int() })),
  frame('lead_status_updated', z.object({ id: z.string(), status: z.enum(leadStatuses) })),
  frame('lead_rescored', z.object({ id: z.string(), score: z.string() })),
  frame('lead_place_added', z.object({ id: z.string() })),
  frame('lead_post_removed', z.object({ id: z.string() })),
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
