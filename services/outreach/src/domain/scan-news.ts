import type { News } from './notification.ts';

/** The facts about an ended scan that its notification uses. */
export interface EndedScan {
  readonly id: string;
  readonly userId: string;
  readonly status: string;
  readonly newLeadsFound: number;
  readonly errorMessage: string | null;
}

/** The notification about an ended scan; null when the user ended the scan. */
export function scanNews({ id, userId, status, newLeadsFound: found, errorMessage }: EndedScan): News | null {
  const facts = { userId, source: `scan:${id}` };
  if (status === 'failed') {
    const text = errorMessage ?? 'An error occurred during the scan.';
    return { ...facts, kind: 'scan-failed', title: 'Scan failed', text, link: '/dashboard/configuration' };
  }
  if (status !== 'completed') return null;
  if (found === 0) {
    const text = errorMessage ?? 'Your communities were read; no new post looks like a customer.';
    return { ...facts, kind: 'scan-ended', title: 'No new leads found', text, link: '/dashboard/leads' };
  }
  const title = found === 1 ? '1 new lead found' : `${found.toLocaleString('en')} new leads found`;
  const text = errorMessage ?? 'Look at them while the posts are fresh.';
  return { ...facts, kind: 'new-leads', title, text, link: '/dashboard/leads' };
}
