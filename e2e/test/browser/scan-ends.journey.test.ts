import { it } from '@jest/globals';
import type { ScanJob } from '@earshot/proto/http/scan';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys();
const none = 0;
const running: ScanJob = {
  id: 'job-1',
  status: 'processing',
  currentStep: 'Reading r/freelance',
  progress: 40,
  subredditsScanned: 2,
  totalSubreddits: 5,
  processedThreads: 40,
  totalThreads: 100,
  newLeadsFound: 3,
  errorMessage: null,
  limitResetsAt: null,
  funnel: {
    fetched: 40,
    known: none,
    stale: none,
    filtered: none,
    scored: 40,
    unscored: none,
    belowThreshold: 37,
    capped: none,
    created: 3,
    duplicate: none,
    pending: none,
  },
  startedAt: '2026-01-02T03:04:05.000Z',
  completedAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
};

/**
 * Makes the server report this scan as the member's latest one. The journey changes its state through the returned
 * object.
 */
async function follow(): Promise<{ now: ScanJob }> {
  const { page, url } = journey;
  const answer = { now: running };
  await page.route(/\/api\/leads\/scan\/(latest|status)/, (route) => route.fulfill({ json: answer.now }));
  await enter(page, url);
  await openDashboard(page, url);
  await page.getByRole('region', { name: 'Scan progress' }).getByText('2 of 5').waitFor();
  return answer;
}

it('a failed scan shows why, or that the reason is unknown', async () => {
  const { page } = journey;
  const answer = await follow();
  await page.route('**/api/leads/scan/cancel/**', (route) =>
    route.fulfill({ status: 503, json: { code: 'x.y', message: 'Not now', requestId: 'r' } }),
  );
  await page.getByRole('button', { name: 'Cancel scan' }).click();
  await toast(page, 'Cancel Failed');
  await toast(page, 'Not now');
  answer.now = { ...running, status: 'failed', completedAt: running.createdAt };
  await toast(page, 'Scan Failed');
  await toast(page, 'An error occurred during the scan.');
  await page.getByRole('button', { name: 'Cancel scan' }).waitFor({ state: 'detached' });
});

it('a scan whose end is known only from its status is announced as complete', async () => {
  const { page } = journey;
  const answer = await follow();
  answer.now = { ...running, status: 'completed', progress: 100, completedAt: running.createdAt };
  await toast(page, 'Scan Complete');
  await toast(page, 'Found 3 new leads.');
});
