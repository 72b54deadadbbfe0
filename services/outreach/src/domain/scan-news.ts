import type { News } from './notification.ts';

/** The facts about an ended scan that its notification uses. */
export interface EndedScan {
  readonly id: string;
  readonly userId: string;
  readonly status: string;
  readonly newLeadsFound: number;
  /** Posts that a limit of the user's leads held back. */
  readonly heldBack: number;
  /** Whether that is the daily limit. */
  readonly dayIsFull: boolean;
  /** The reason why the scan failed, or the communities that it could not read. */
  readonly errorMessage: string | null;
}

/** The notification about an ended scan; null when the user ended the scan. */
export function scanNews(scan: EndedScan): News | null {
  const { id, userId, status, errorMessage } = scan;
  const facts = { userId, source: `scan:${id}` };
  if (status === 'failed') {
    const text = errorMessage ?? 'An error occurred during the scan.';
    return { ...facts, kind: 'scan-failed', title: 'Scan failed', text, link: '/dashboard/configuration' };
  }
  if (status !== 'completed') return null;
  const { kind, title, text } = resultOf(scan);
  const notRead = errorMessage === null ? '' : ` Could not be read: ${errorMessage}`;
  return { ...facts, kind, title, text: `${text}${notRead}`, link: '/dashboard/leads' };
}

function resultOf({ newLeadsFound: found, heldBack, dayIsFull }: EndedScan): Pick<News, 'kind' | 'title' | 'text'> {
  if (found === 1) return { kind: 'new-leads', title: '1 new lead found', text: 'Look at it while the post is fresh.' };
  if (found > 1) {
    const title = `${found.toLocaleString('en')} new leads found`;
    return { kind: 'new-leads', title, text: 'Look at them while the posts are fresh.' };
  }
  if (heldBack === 0) {
    const text = 'No new post looks like a customer.';
    return { kind: 'scan-ended', title: 'No new leads found', text };
  }
  const posts = heldBack === 1 ? '1 good post waits' : `${heldBack.toLocaleString('en')} good posts wait`;
  const limit = dayIsFull
    ? 'your daily limit of leads is reached; it ends at 00:00 UTC'
    : 'a limit of leads is reached';
  const text = `${posts} for the next scan: ${limit}.`;
  return { kind: 'scan-ended', title: 'New leads held back', text };
}
