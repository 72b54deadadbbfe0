import { type ActivityItem, activityItem } from '@earshot/proto/http/outreach';
import { examples } from '@earshot/proto/http/examples';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { becomes } from '../../src/becomes.ts';
import { memberOn } from '../../src/composing.ts';
import { answerablePosts, findLeads, leadFrom } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys();
const [example] = z.array(activityItem).parse(examples['listDirectMessages']?.response);

/** The feed stands beside the leads. */
const threeColumns = { width: 1600, height: 900 };
const feedOf = (page: Page) => page.getByRole('region', { name: 'Activity Feed' });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Sets the answer of a call. A journey may change it. */
async function answerWith(page: Page, path: string, items: Partial<ActivityItem>[]): Promise<void> {
  const json = items.map((item, n) => ({ ...example, id: `${path}${n}`, ...item }));
  await page.route(`**${path}`, (route) => route.fulfill({ json }));
}

it('shows an empty state, then each message with its recipient, post, text, state and age', async () => {
  const { page, url, product } = journey;
  await page.setViewportSize(threeColumns);
  const { userId } = await memberOn(page, url);
  await findLeads(product, userId, 1);
  await page.goto(`${url}/dashboard/leads`);
  const feed = feedOf(page);
  await feed.getByText('No direct messages or comments sent yet.').waitFor();
  await feed.getByRole('tab', { name: 'Comments' }).click();
  await feed.getByText('No direct messages or comments sent yet.').waitFor();

  const long = `First words. ${'And more of them. '.repeat(30)}Last words.`;
  await answerWith(page, '/api/activity/dms', [
    { recipient: 'went_out', status: 'sent', createdAt: minutesAgo(5), content: 'Hello' },
    { recipient: 'did_not', status: 'failed', createdAt: minutesAgo(3 * 60), content: long },
    {
      recipient: 'who_knows',
      status: 'pending',
      createdAt: minutesAgo(2 * 24 * 60),
      redditPostUrl: 'javascript:alert(1)',
    },
  ]);
  await page.reload();
  const entry = (name: string) => feed.getByRole('listitem').filter({ hasText: name });
  await entry('went_out').getByText('5 minutes ago').waitFor();
  // One kind was sent, so the empty tab speaks of the other one only.
  await feed.getByRole('tab', { name: 'Comments' }).click();
  await feed.getByText('No comments sent yet.', { exact: true }).waitFor();
  await feed.getByRole('tab', { name: 'DMs' }).click();
  await entry('did_not').getByText('3 hours ago').waitFor();
  await entry('who_knows').getByText('2 days ago').waitFor();
  const colours = await Promise.all(
    ['went_out', 'did_not', 'who_knows'].map((name) =>
      entry(name)
        .getByTitle(/^(Sent|Failed|Not confirmed)$/)
        .evaluate((dot) => getComputedStyle(dot).backgroundColor),
    ),
  );
  const tokens = await page.evaluate(() =>
    ['--score-high', '--danger', '--score-middle'].map((name) => {
      const probe = document.createElement('i');
      probe.style.color = `var(${name})`;
      document.body.append(probe);
      return getComputedStyle(probe).color;
    }),
  );
  expect(colours).toEqual(tokens);
  const post = entry('went_out').getByRole('link', { name: example?.redditPostTitle ?? '' });
  await becomes(() => post.getAttribute('href'), example?.redditPostUrl);
  await expect(entry('who_knows').getByRole('link').count()).resolves.toBe(0);
  const more = entry('did_not').getByRole('button', { name: 'Show more' });
  await more.click();
  await becomes(() => entry('did_not').getByRole('button', { name: 'Show less' }).count(), 1);
});

it('is refetched every 30 s, can be retried in place, and shows messages sent on another page', async () => {
  const { page, url, product } = journey;
  await page.setViewportSize(threeColumns);
  const member = await memberOn(page, url);
  const [post] = await answerablePosts(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no post');
  const lead = await leadFrom(product, member.userId, post);
  await page.clock.install();
  await page.route('**/api/activity/comments', (route) => route.abort());
  await page.goto(`${url}/dashboard/leads?status=all`);
  const feed = feedOf(page);
  await feed.getByText('No direct messages sent yet.').waitFor();
  await feed.getByRole('tab', { name: 'Comments' }).click();
  await feed.getByText('Could not load your comments').waitFor();
  await page.unroute('**/api/activity/comments');
  await feed.getByRole('button', { name: 'Retry' }).click();
  await feed.getByText('No direct messages or comments sent yet.').waitFor();

  await answerWith(page, '/api/activity/comments', [{ recipient: 'polled' }]);
  await page.clock.runFor(30_000);
  await feed.getByText('polled', { exact: true }).waitFor();

  const body = { status: 'contacted', messageType: 'dm', content: 'Sent elsewhere', recipient: lead.author };
  await member.ask(`/api/leads/${lead.id}/status`, { method: 'PATCH', body });
  await feed.getByRole('tab', { name: 'DMs' }).click();
  await page.getByRole('article').getByText('Contacted', { exact: true }).waitFor();
  await page.clock.runFor(2_000);
  await feed.getByText('Sent elsewhere').waitFor();
});
