import { expect, it } from '@jest/globals';
import { subreddit } from '@earshot/proto/http/lead';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { business } from '../../src/set-up.ts';

const journey = journeys();
const focused = () => journey.page.locator(':focus');

/** Records the searches for suggestions. */
function watchSearches(): string[] {
  const searches: string[] = [];
  journey.page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/subreddits/suggestions') searches.push(search);
  });
  return searches;
}

it('communities are searched by category and by words, added and removed without losing the focus', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  const searches = watchSearches();
  await page.getByRole('button', { name: 'Manage Communities' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Communities' });
  await dialog.getByText('No subreddits added yet').waitFor();
  await dialog.getByRole('listitem').first().waitFor();
  expect(searches).toEqual(['?query=business&limit=20']);
  expect(await dialog.getByRole('group', { name: 'Category' }).getByRole('button').allInnerTexts()).toEqual([
    'All',
    'Business & Startup',
    'Marketing & Growth',
    'Technology & SaaS',
    'E-commerce & Sales',
    'Finance & Investment',
    'Design & Creative',
  ]);
  await dialog.getByRole('button', { name: 'Marketing & Growth' }).click();
  await dialog.getByRole('button', { name: 'Add r/marketing', exact: true }).waitFor();
  // A category searches for several words.
  await dialog.getByRole('button', { name: 'Add r/SEO', exact: true }).waitFor();
  await dialog.getByLabel('Search communities').fill('freelance');
  const add = dialog.getByRole('button', { name: 'Add r/freelance', exact: true });
  await add.waitFor();
  expect(searches).toHaveLength(3);
  expect(searches.at(-1)).toBe('?query=freelance&limit=20');

  await add.press('Enter');
  await toast(page, 'Subreddit Added');
  await toast(page, 'Successfully added subreddit to monitoring list.');
  await dialog.getByRole('button', { name: 'Added r/freelance' }).and(focused()).waitFor();
  await dialog.getByRole('button', { name: 'Remove r/freelance' }).press('Enter');
  await toast(page, 'Subreddit Removed');
  await toast(page, 'Successfully removed subreddit from monitoring list.');
  await dialog.getByRole('region', { name: 'Your communities' }).and(focused()).waitFor();

  await dialog.getByLabel('Search communities').fill('zzqxjkv');
  await dialog.getByText('No subreddits found for the query').waitFor();
  await dialog.getByText('This searches only the sample data. Connect Reddit to search all of it.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Manage Communities' }).and(focused()).waitFor();
});

it('the configuration offers what fits the business before anything is searched for', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await page.request.post(`${url}/api/configuration`, { data: { businessDescription: business } });
  await openDashboard(page, url, '/dashboard/configuration');
  const searches = watchSearches();
  await page.getByRole('button', { name: 'Browse Suggestions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Communities' });
  await dialog.getByRole('button', { name: 'For your business', pressed: true }).waitFor();
  await dialog.getByRole('button', { name: 'Add r/freelance', exact: true }).waitFor();
  expect(searches).toEqual([]);
  await dialog.getByRole('button', { name: 'Marketing & Growth' }).click();
  await dialog.getByRole('button', { name: 'Add r/marketing', exact: true }).waitFor();
});

it('a suggestion shows its number of members and whether it is for adults; failures are shown', async () => {
  const { page, url } = journey;
  await enter(page, url);
  const suggestion = { title: '', description: '', isNsfw: false };
  const labels = (name: string) => ({
    name,
    source: 'sample',
    sourceLabel: 'Sample data',
    communityLabel: `r/${name}`,
  });
  await page.route('**/api/subreddits/suggestions**', (route) =>
    route.fulfill({
      json: [
        { ...suggestion, ...labels('millions'), displayName: 'millions', subscribers: 2_340_000, isNsfw: true },
        { ...suggestion, ...labels('thousands'), displayName: 'thousands', subscribers: 1_500 },
        { ...suggestion, ...labels('unknown'), displayName: 'unknown', subscribers: null },
      ],
    }),
  );
  await openDashboard(page, url);
  await page.getByRole('button', { name: 'Manage Communities' }).click();
  const results = page.getByRole('dialog').getByRole('list', { name: 'Suggestions' });
  await results.waitFor();
  const rows = (await results.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  expect(rows).toEqual([
    'r/millions 2.3M members NSFW Add',
    'r/thousands 1.5K members Add',
    'r/unknown N/A members Add',
  ]);
  await page.route('**/api/subreddits', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 'x.y', message: 'That name is no good', requestId: 'r' } })
      : route.fallback(),
  );
  await results.getByRole('button', { name: 'Add r/unknown' }).click();
  await toast(page, 'Failed to Add Subreddit');
  await toast(page, 'That name is no good');
});

it('the configuration lists five communities per page, shows which are scanned, and keeps the focus when one is removed', async () => {
  const { page, url } = journey;
  await enter(page, url);
  const names = ['Accounting', 'Dogtraining', 'ecommerce', 'Entrepreneur', 'freelance', 'marketing'];
  for (const name of names) {
    await page.request.post(`${url}/api/subreddits`, { data: { name, isActive: name !== 'Dogtraining' } });
  }
  await openDashboard(page, url, '/dashboard/configuration');
  const card = page.getByRole('region', { name: 'Monitored Subreddits' });
  await card.getByRole('button', { name: 'Remove r/freelance' }).waitFor();
  await becomes(() => card.getByRole('listitem').count(), 5);
  await card.getByRole('listitem').filter({ hasText: 'Accounting' }).getByText('Active', { exact: true }).waitFor();
  await card.getByRole('listitem').filter({ hasText: 'Dogtraining' }).getByText('Inactive', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Page 2' }).click();
  await card.getByRole('button', { name: 'Remove r/marketing' }).waitFor();

  await page.route('**/api/subreddits/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'x.y', message: 'Not now', requestId: 'r' } }),
  );
  await card.getByRole('button', { name: 'Remove r/marketing' }).click();
  await toast(page, 'Failed to Remove Subreddit');
  await toast(page, 'Not now');
  await page.unrouteAll();
  await card.getByRole('button', { name: 'Page 1' }).click();
  await card.getByRole('button', { name: 'Remove r/ecommerce' }).press('Enter');
  await toast(page, 'Subreddit Removed');
  await card.getByRole('button', { name: 'Remove r/Entrepreneur' }).and(focused()).waitFor();
  await becomes(() => card.getByRole('listitem').count(), 5);

  await card.getByPlaceholder('r/startups').fill(' r/ACCOUNTING ');
  await card.getByRole('button', { name: 'Add Subreddit' }).click();
  await card.getByPlaceholder('r/startups').fill('r/webdev');
  await page.keyboard.press('Enter');
  await toast(page, 'Subreddit Added');
  await becomes(() => card.getByRole('listitem').count(), 5);
  await card.getByRole('button', { name: 'Page 2' }).click();
  await card.getByRole('button', { name: 'Remove r/webdev' }).waitFor();
});

it('a community that the sample data lacks is not called missing', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await page.request.post(`${url}/api/configuration`, { data: { businessDescription: business } });
  const added = await page.request.post(`${url}/api/subreddits`, { data: { name: 'freelance' } });
  const portland = { name: 'portland', source: 'sample', sourceLabel: 'Sample data', communityLabel: 'r/portland' };
  const problem = 'Not in the sample data; connect Reddit to hear it';
  const missing = { ...subreddit.parse(await added.json()), ...portland, check: 'missing', problem };
  await page.route('**/api/subreddits', (route) => route.fulfill({ json: [missing] }));
  await page.route('**/api/business/communities', (route) =>
    route.fulfill({ json: { communities: [], samples: [], notInSample: [portland], searches: [], places: [] } }),
  );
  await openDashboard(page, url, '/dashboard/configuration');
  const row = page.getByRole('region', { name: 'Monitored Subreddits' }).getByRole('listitem');
  const badge = row.getByText('Not in the sample data', { exact: true });
  await badge.waitFor();
  await becomes(() => badge.getAttribute('title'), problem);
  expect(await row.getByText('Not found').count()).toBe(0);

  await page.getByRole('button', { name: 'Browse Suggestions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Communities' });
  await dialog.getByText('No community of the sample data fits your business description.').waitFor();
  await dialog.getByText('These fit too: r/portland. Not in the sample data; connect Reddit to hear it.').waitFor();
});

it('a name that cannot be added is explained at the field until it is changed', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url, '/dashboard/configuration');
  const card = page.getByRole('region', { name: 'Monitored Subreddits' });
  const name = card.getByLabel('Add by name');
  await name.press('Enter');
  await card.getByRole('alert').getByText('Type a name first.').waitFor();
  await name.fill('freelanse');
  await page.keyboard.press('Enter');
  await toast(page, 'Failed to Add Subreddit');
  const reason = card.getByRole('alert').filter({ hasText: 'r/freelanse: Not in the sample data' });
  await reason.waitFor();
  await becomes(() => name.getAttribute('aria-invalid'), 'true');
  expect(await name.getAttribute('aria-describedby')).toBe(await reason.getAttribute('id'));
  await name.fill('freelance');
  await reason.waitFor({ state: 'detached' });
  await page.route('**/api/subreddits', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.keyboard.press('Enter');
  await card.getByRole('alert').getByText('Earshot does not answer.').waitFor();
});
