import { until } from '@earshot/core/testing';
import { examples } from '@earshot/proto/http/examples';
import { leadList } from '@earshot/proto/http/lead';
import { outreachContract } from '@earshot/proto/http/outreach';
import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { draftIn, memberOn, openLead } from '../../src/composing.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { answerablePosts, leadFrom } from '../../src/find-leads.ts';
import { choose } from '../../src/forms.ts';
import { journeys } from '../../src/journeys.ts';
import { ofTwoSources, twoSources, withoutSending } from '../../src/screens/two-sources.ts';

const journey = journeys({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
const focused = () => journey.page.locator(':focus');
const json = (path: string, answer: unknown) =>
  journey.page.route(`**${path}`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: answer }) : route.fallback(),
  );

async function aPost() {
  const [post] = await answerablePosts(journey.product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no such post');
  return post;
}

it('the header marks sample data once the user has some, and links to how to connect the real source', async () => {
  const { page, url } = journey;
  await enter(page, url);
  const listed = page.waitForResponse('**/api/leads?*source=*');
  await openDashboard(page, url);
  await listed;
  const label = page.getByRole('button', { name: 'Sample data' });
  expect(await label.count()).toBe(0);
  await page.request.post(`${url}/api/subreddits`, { data: { name: 'freelance' } });
  await page.reload();
  await label.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Sample data' });
  await panel.and(focused()).waitFor();
  await panel.getByRole('listitem').filter({ hasText: 'Create an API client at Reddit.' }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await label.and(focused()).waitFor();
});

it('sample data can be removed once three leads are real', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await leadFrom(product, member.userId, await aPost());
  let real = 2;
  await page.route(/\/api\/leads\?limit=1$/, async (route) => {
    const answer = await route.fetch();
    const list = leadList.parse(await answer.json());
    await route.fulfill({ response: answer, json: { ...list, total: list.total + real } });
  });
  await openDashboard(page, url);
  const label = page.getByRole('button', { name: 'Sample data', exact: true });
  const remove = page.getByRole('button', { name: 'Remove sample data' });
  await label.waitFor();
  expect(await remove.count()).toBe(0);
  real = 3;
  await page.reload();
  await remove.click();
  await toast(page, 'Sample data removed');
  await label.waitFor({ state: 'hidden' });
  const left = leadList.parse(await (await page.request.get(`${url}/api/leads`)).json());
  expect(left.total).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('a lead of the sandbox is marked as a sample, also when no community is left', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const { card } = await openLead(page, product, member, await aPost());
  await card.getByText('Sample', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sample data' }).waitFor();
  expect(await card.getByText('Reddit', { exact: true }).count()).toBe(0);
});

it('a source that cannot be searched offers its suggestions and a field for a name', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await json('/api/sources', twoSources);
  const added: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/subreddits')) added.push(request.postDataJSON());
  });
  await openDashboard(page, url);
  await page.getByRole('button', { name: 'Manage Communities' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Communities' });
  await dialog.getByRole('button', { name: 'Add r/freelance', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove r/freelance' }).waitFor();
  await toast(page, 'Subreddit Added');

  await dialog.getByRole('radio', { name: 'Sample data' }).focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('radio', { name: 'Elsewhere', checked: true }).and(focused()).waitFor();
  await becomes(() => dialog.getByLabel('Search communities').count(), 0);
  const [reddit] = ofTwoSources;
  await page.route('**/api/subreddits', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { ...reddit, ...twoSources[1]?.suggestions[0], id: 'front' } })
      : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Add Front page' }).click();
  await toast(page, 'Community Added');
  await toast(page, 'Successfully added community to monitoring list.');
  await dialog.getByPlaceholder('search:late payments').fill(' search:chase invoices ');
  await dialog.getByRole('button', { name: 'Add Community' }).click();
  await until('three communities', async () => added.length === 3);
  expect(added).toEqual([
    { name: 'freelance', source: 'sample', isActive: true },
    { name: 'front', isActive: true },
    { name: 'search:chase invoices', isActive: true },
  ]);
});

it('communities of two sources: leads name theirs and are filtered by it', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await json('/api/subreddits', ofTwoSources);
  const { card } = await openLead(page, product, member, await aPost());
  await card.getByText('Sample', { exact: true }).waitFor();
  const communities = page.getByRole('region', { name: 'Communities' });
  await communities.getByRole('link', { name: 'Front page (Elsewhere)' }).waitFor();

  const asked = page.waitForRequest('**/api/leads?*source=sample*limit=20*');
  await choose(page, 'Source', 'Sample data');
  await asked;
  await page.waitForURL('**source=sample**');
  await card.waitFor();
});

const [newLeads] = outreachContract.listNotifications.response.parse(examples['listNotifications']?.response);
const { source, sourceLabel, leads: _leads, subreddit: _name, communityLabel: _label, ...plain } = newLeads ?? {};
const scanEnded = { ...plain, id: 'scan', kind: 'scan-ended', title: 'Scan ended' };
const sendFailed = { ...plain, kind: 'send-failed', title: 'Not sent', source, sourceLabel };

it('communities of two sources: drafts and notifications name theirs', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await json('/api/subreddits', ofTwoSources);
  const { lead } = await openLead(page, product, member, await aPost());
  const body = { messageType: 'dm', tone: 'casual', force: true };
  await member.ask(`/api/leads/${lead.id}/generate-message`, { method: 'POST', body });
  await json('/api/notifications', [sendFailed, scanEnded]);
  await page.goto(`${url}/dashboard/messages`);
  await page.getByRole('article').getByText('Sample data', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const rows = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await rows.filter({ hasText: sendFailed.title }).getByText('Reddit', { exact: true }).waitFor();
  expect(await rows.filter({ hasText: scanEnded.title }).getByText('Reddit').count()).toBe(0);
});

it('a draft that cannot be sent from here is copied, and the post opens', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await json('/api/sources', withoutSending);
  const { lead, card } = await openLead(page, product, member, await aPost());
  await card.getByText('Offers are not welcome there.').waitFor();
  const button = card.getByRole('button', { name: 'Copy and open' });
  await becomes(() => button.isDisabled(), true);
  await draftIn(card).fill('We had the same problem.');
  const opened = page.context().waitForEvent('page');
  await button.click();
  const post = await opened;
  await post.waitForURL(new URL(lead.url, url).href);
  await post.close();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('We had the same problem.');
  expect(await card.getByRole('button', { name: 'Send DM' }).count()).toBe(0);
  await card.getByRole('button', { name: 'Mark as Contacted' }).click();
  await card.getByText('Contacted', { exact: true }).waitFor();
});
