import { communityLabel } from '@earshot/sources';
import type { UserId } from '@earshot/proto/refs';
import type { NotificationContent } from './notification.ts';

/** The facts about an ended scan that its notification uses. */
export interface EndedScan {
  readonly id: string;
  readonly userId: UserId;
  readonly status: string;
  readonly newLeadsFound: number;
  /** Posts that were compared with the business. */
  readonly judged: number;
  /** Posts that should have a score, but have none. */
  readonly unscored: number;
  /** Posts that a limit of the user's leads held back. */
  readonly heldBack: number;
  /** Whether that is the daily limit. */
  readonly dayIsFull: boolean;
  /** The reason why the scan failed, or the communities that it could not read. */
  readonly errorMessage: string | null;
  /** The community, if the scan had only one. */
  readonly community: { readonly source: string; readonly name: string } | null;
}

const leadsPage = '/dashboard/leads';
/** The state of the sources, and what to do where one fails. */
export const sourcesPage = '/dashboard/settings#sources';

/** The notification about an ended scan; null when the user ended the scan. */
export function scanNotification(scan: EndedScan): NotificationContent | null {
  const { id, userId, status, errorMessage } = scan;
  const facts = { userId, source: `scan:${id}` };
  if (status === 'failed') {
    const failed = { ...facts, kind: 'scan-failed', title: 'Scan failed' } as const;
    return errorMessage === null
      ? { ...failed, text: 'An error occurred during the scan.', link: '/dashboard/configuration' }
      : { ...failed, text: withNextStep(errorMessage), link: sourcesPage };
  }
  if (status !== 'completed') return null;
  const { text, ...result } = scan.newLeadsFound > 0 ? newLeadsNotification(scan) : noLeadsNotification(scan);
  const notRead = errorMessage === null ? '' : ` Could not be read: ${withNextStep(errorMessage)}`;
  return { ...facts, ...result, text: `${text}${notScored(scan)}${notRead}` };
}

function withNextStep(errorMessage: string): string {
  return `${/[.!?]$/.test(errorMessage) ? errorMessage : `${errorMessage}.`} See Settings > Sources for what to do.`;
}

function notScored({ unscored }: EndedScan): string {
  if (unscored === 0) return '';
  return ` ${unscored === 1 ? '1 post' : `${unscored.toLocaleString('en')} posts`} could not be scored.`;
}

type Result = Omit<NotificationContent, 'userId' | 'source'>;

function newLeadsNotification({ newLeadsFound: leads, community }: EndedScan): Result {
  const found = leads === 1 ? '1 new lead found' : `${leads.toLocaleString('en')} new leads found`;
  const text = leads === 1 ? 'Look at it while the post is fresh.' : 'Look at them while the posts are fresh.';
  const content = { kind: 'new-leads', leads, text } as const;
  if (community === null) return { ...content, title: found, link: leadsPage };
  const { source, name } = community;
  const filters = new URLSearchParams({ subreddit: name, source });
  return {
    ...content,
    title: `${found} in ${communityLabel(source, name)}`,
    link: `${leadsPage}?${filters.toString()}`,
    leadSource: source,
    community: name,
  };
}

function noLeadsNotification({ judged, unscored, heldBack, dayIsFull, errorMessage }: EndedScan): Result {
  if (heldBack === 0) {
    const text =
      judged > 0
        ? 'No new post looks like a customer.'
        : unscored > 0
          ? 'No post was judged.'
          : errorMessage === null
            ? 'There were no new posts.'
            : 'The other communities had no new posts.';
    return { kind: 'scan-ended', title: 'No new leads found', text, link: leadsPage };
  }
  const posts = heldBack === 1 ? '1 good post waits' : `${heldBack.toLocaleString('en')} good posts wait`;
  const limit = dayIsFull
    ? 'your daily limit of leads is reached; it ends at 00:00 UTC'
    : 'a limit of leads is reached';
  const text = `${posts} for the next scan: ${limit}.`;
  return { kind: 'scan-ended', title: 'New leads held back', text, link: leadsPage };
}
