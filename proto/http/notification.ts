import { z } from 'zod';
import { notificationKinds } from '../values.ts';
import { timestamp } from './contract.ts';
import { sourceView } from './source.ts';

/**
 * A notification for the user. `link` is a path of the web app. The source is absent where it concerns no single one, as
 * with a scan of several communities. `leads` is the number of leads that a scan found; `subreddit` and `communityLabel`
 * name the community if it read only one. They are absent in notifications of other kinds, and in older ones.
 */
export const notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  source: sourceView.source.optional(),
  sourceLabel: sourceView.sourceLabel.optional(),
  leads: z.number().int().positive().optional(),
  subreddit: z.string().optional(),
  communityLabel: z.string().optional(),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  isRead: z.boolean(),
  createdAt: timestamp,
});
export type Notification = z.infer<typeof notification>;
