import { expect, it } from '@jest/globals';
import { leadList } from '@earshot/proto/http/lead';
import { type ScanJob, type ScanPosts, scanPosts } from '@earshot/proto/http/scan';
import { until } from '@earshot/core/testing';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { signInAs, toast } from '../../src/browser.ts';
import { founder } from '../../src/founder.ts';
import { journeys } from '../../src/journeys.ts';
import { focusArrives, tabTo } from '../../src/keyboard/focus.ts';
import { axeViolations } from '../../src/screens/accessibility.ts';
import { Visitor } from '../../src/visitor.ts';

const journey = journeys();
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Why/ });
const digits = (count: number) => count.toLocaleString('en-US');

/** Opens the leads page of a user who has scanned once. */
async function afterScan() {
  const { page, url } = journey;
  const { visitor, job } = await founder(url);
  await signInAs(page, visitor);
  await page.goto(`${url}/dashboard/leads`);
  const postsOf = (reason: string) => visitor.get(scanPosts, `/api/leads/scan/${job.id}/posts?reason=${reason}`);
  return {
    page,
    visitor,
    job,
    postsOf,
    panel: panelOf(page),
    opener: page.getByRole('button', { name: 'Why these leads?' }),
  };
}

/** The label and the value of each line of the funnel. */
const sumOf = ({ funnel }: ScanJob): Record<string, number> => ({
  'posts read': funnel.fetched,
  'known from earlier scans': funnel.known,
  'older than 30 days': funnel.stale,
  'off topic or ruled out': funnel.filtered,
  'without a score for now': funnel.unscored,
  scored: funnel.scored,
  'below your threshold': funnel.belowThreshold,
  'over your limit of leads': funnel.capped,
  'already your leads': funnel.duplicate,
  'new leads': funnel.created,
});

it('where the posts of the last scan went is a sum that a person can follow', async () => {
  const { job, panel, opener } = await afterScan();
  await opener.click();
  const steps = panel.getByRole('list', { name: 'Where the posts went' }).getByRole('listitem');
  await steps.first().waitFor();
  const lines = (await steps.allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const shown = Object.fromEntries(
    lines.map((line) => {
      const [, count = '', label = ''] = /^(?:[−=] ?)?([\d,]+) (.+)$/.exec(line) ?? [];
      return [label, Number(count.replaceAll(',', ''))];
    }),
  );
  expect(shown).toEqual(sumOf(job));
  await panel.getByText(`The scan read ${digits(job.funnel.fetched)} posts`).waitFor();
  await panel.getByText('Scored without a model.').waitFor();
});

it('a step opens its posts, and one is kept as a lead by keyboard; the toast links to its lead', async () => {
  const { page, visitor, panel, opener, postsOf } = await afterScan();
  const { posts } = await postsOf('below');
  const dropped = posts.find(({ canRescue }) => canRescue);
  if (!dropped) throw new Error('the scan dropped no post by its score');
  await opener.focus();
  await page.keyboard.press('Enter');
  const step = panel.getByRole('button', { name: /below your threshold$/ });
  await tabTo(page, step);
  await page.keyboard.press('Enter');
  const row = panel
    .getByRole('list', { name: 'Posts below your threshold' })
    .getByRole('listitem')
    .filter({ hasText: dropped.title });
  await row.getByText(dropped.reason).waitFor();
  await row.getByText(`${dropped.score} out of 10`).waitFor();
  await becomes(() => row.getByRole('link', { name: dropped.title }).getAttribute('target'), '_blank');
  expect(await axeViolations(page)).toEqual([]);

  const keep = row.getByRole('button', { name: `Keep as lead: ${dropped.title}` });
  await tabTo(page, keep);
  await page.keyboard.press('Enter');
  const kept = row.getByRole('button', { name: `Kept as lead: ${dropped.title}` });
  await kept.waitFor();
  await focusArrives('the button that keeps the post', kept);
  await toast(page, 'Kept as Lead');
  await page
    .getByRole('region', { name: /^Notification/ })
    .getByRole('button', { name: 'Open lead' })
    .click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('article', { name: dropped.title }).getByRole('button', { name: 'Show less' }).waitFor();
  const { leads } = await visitor.get(leadList, '/api/leads?limit=100');
  expect(leads.map(({ redditPostId }) => redditPostId)).toContain(dropped.postId);

  // The post stays kept after a reload.
  await page.reload();
  await opener.click();
  await step.click();
  await kept.waitFor();
});

it('the focus goes into the panel and back; a post that cannot be kept shows its error', async () => {
  const { page, panel, opener } = await afterScan();
  await opener.focus();
  await page.keyboard.press('Enter');
  const step = panel.getByRole('button', { name: /below your threshold$/ });
  await step.click();
  const row = panel.getByRole('list', { name: 'Posts below your threshold' }).getByRole('listitem').first();
  await row.waitFor();
  await page.route('**/rescue', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'post.gone', message: 'The text of this post is no longer kept', requestId: 'r' },
    }),
  );
  const keep = row.getByRole('button', { name: /^Keep as lead:/ });
  await keep.click();
  await row.getByRole('alert').getByText('Not kept: The text of this post is no longer kept.').waitFor();
  await keep.waitFor();
  await page.unroute('**/rescue');
  await keep.click();
  await row.getByRole('button', { name: /^Kept as lead:/ }).waitFor();
  await row.getByRole('alert').waitFor({ state: 'detached' });
  await step.click();
  await row.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await focusArrives('what opened the panel', opener);
});

it('posts come a page at a time, and a page that fails is tried again in its place', async () => {
  const { page, panel, opener, postsOf, job } = await afterScan();
  const { posts } = await postsOf('created');
  const [sample] = posts;
  if (!sample) throw new Error('the scan made no lead');
  const calls = `**/api/leads/scan/${job.id}/posts?*`;
  const answer = (number: number) => ({ ...sample, postId: `t3_${number}`, title: `Post ${number}` });
  await page.route(calls, (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('page'));
    const first = (asked - 1) * 10;
    return route.fulfill({
      json: {
        posts: Array.from({ length: asked === 3 ? 3 : 10 }, (_, n) => answer(first + n)),
        total: 23,
        totalPages: 3,
        languages: [],
      } satisfies ScanPosts,
    });
  });
  await opener.click();
  await panel.getByRole('button', { name: /new leads$/ }).click();
  const list = panel.getByRole('list', { name: 'Posts new leads' }).getByRole('listitem');
  await list.getByText('Post 9', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Page 3' }).click();
  await list.getByText('Post 22', { exact: true }).waitFor();
  await becomes(() => list.count(), 3);

  await page.unroute(calls);
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '' }));
  await panel.getByRole('button', { name: 'Page 2' }).click();
  await panel.getByText('Could not load these posts').waitFor();
  await page.unroute(calls);
  await panel.getByRole('group', { name: 'Posts new leads' }).getByRole('button', { name: 'Retry' }).click();
  await panel.getByText('Could not load these posts').waitFor({ state: 'detached' });
});

it('a scan without leads offers an explanation in the empty list and next to the scan', async () => {
  const { page, url } = journey;
  const visitor = await Visitor.registered(url);
  const description = 'A workshop that repairs antique grandfather clocks and church tower movements';
  const body = { businessDescription: description, searchStrategy: 'focused', scanFrequency: 'manual' };
  await visitor.ask('/api/configuration', { method: 'POST', body });
  await visitor.ask('/api/subreddits', { method: 'POST', body: { name: 'sysadmin' } });
  await signInAs(page, visitor);
  await page.goto(`${url}/dashboard/leads`);
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  const openers = page.getByRole('button', { name: 'Why no leads?' });
  await until('both ways to ask', async () => (await openers.count()) === 2);
  await openers.last().click();
  const panel = panelOf(page);
  await panel.getByText('The scan read').waitFor();
  await panel.getByRole('button', { name: /off topic or ruled out$/ }).click();
  await panel.getByRole('list', { name: 'Posts off topic or ruled out' }).getByRole('listitem').first().waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await focusArrives('the button of the empty list', openers.last());
});

it('the panel follows a scan while it runs', async () => {
  const { page, panel, job, visitor } = await afterScan();
  const running = (belowThreshold: number) => ({
    ...job,
    status: 'processing',
    completedAt: null,
    progress: 40,
    currentStep: 'Reading r/freelance',
    funnel: { ...job.funnel, belowThreshold },
  });
  let scanStatus = running(3);
  await page.route('**/api/leads/scan/latest', (route) => route.fulfill({ json: scanStatus }));
  await page.route('**/api/leads/scan/status/*', (route) => route.fulfill({ json: scanStatus }));
  await page.reload();
  await page.getByRole('button', { name: 'Why these leads?' }).click();
  await panel.getByText('The scan is running and the numbers update.').waitFor();
  const line = (count: number) => panel.getByRole('button', { name: new RegExp(`− ?${count} ?below your threshold$`) });
  await line(3).click();
  await panel.getByRole('list', { name: 'Posts below your threshold' }).getByRole('listitem').first().waitFor();
  const asked = page.waitForRequest((request) => request.url().includes('/posts?reason=below'));
  scanStatus = running(8);
  await line(8).waitFor();
  await asked;
  expect((await visitor.ask(`/api/leads/scan/status/${job.id}`)).status).toBe(200);
});
