import { until } from '@earshot/core/testing';
import { businessCommunities, discoveryContract } from '@earshot/proto/http/discovery';
import { scanJob } from '@earshot/proto/http/scan';
import { expect, it } from '@jest/globals';
import { register } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { business } from '../../src/set-up.ts';
import { newEmail } from '../../src/visitor.ts';

const journey = journeys();

it('a new account describes its business, chooses communities and watches its first leads', async () => {
  const { page, url } = journey;
  await register(page, url, newEmail('first'));
  await page.getByText('Two sentences are enough').waitFor();
  const samples = page.getByText(
    'Reddit is not connected. The Reddit communities, posts and authors of the sample data are made up.',
  );
  await samples.waitFor();
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);

  await page.getByLabel('Business description').fill(`${business} We only work in Leeds.`);
  await page.getByText('Filled in from your description').waitFor();
  expect(await page.getByLabel('Where you work').inputValue()).toBe('Leeds');
  expect(await page.getByLabel('We only serve customers there').isChecked()).toBe(true);
  await page.getByLabel('Where you work').fill('Leeds, UK');
  expect(await page.getByLabel('What you offer').inputValue()).not.toBe('');
  await page.getByLabel('Who it is not for').fill('people looking for a job');
  await page.getByRole('button', { name: 'Choose communities' }).click();

  const suggested = page.getByRole('list', { name: 'Sample data' });
  await suggested.getByRole('listitem').first().waitFor();
  await samples.waitFor();
  // The button that led here is gone.
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main');
  const real = page.getByRole('region', { name: 'Real posts' });
  await real.getByText('These sites are not responding right now.').waitFor();
  for (const box of await real.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false);
  const boxes = suggested.getByRole('checkbox');
  const count = await boxes.count();
  expect(count).toBeLessThanOrEqual(8);
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
  await suggested
    .getByText(/posts? a day/)
    .first()
    .waitFor();
  await suggested.getByText('Newest post:').first().waitFor();
  // Which posts are leads is known after the scan only.
  expect(await suggested.getByText('For example').count()).toBe(0);

  expect(await page.getByRole('checkbox', { name: /^Keep listening/ }).isChecked()).toBe(true);
  await page.getByRole('button', { name: new RegExp(`^Watch ${count} communit`) }).click();
  await page.getByRole('article').first().waitFor();
  await page.waitForURL('**/dashboard/leads?lead=*');
  await page.getByRole('button', { name: 'Export' }).waitFor();
  const saved = await page.request.get(`${url}/api/configuration`);
  expect(await saved.json()).toMatchObject({
    businessDescription: `${business} We only work in Leeds.`,
    notFor: ['people looking for a job'],
    location: 'Leeds, UK',
    servesOnlyThere: true,
    listen: true,
  });
});

it('what is real is chosen in place of samples where it can be read', async () => {
  const { page, url } = journey;
  await register(page, url, newEmail('real'));
  await page.route(`**${discoveryContract.rankCommunities.path}`, async (route) => {
    const answer = await route.fetch();
    const { searches, places, ...found } = businessCommunities.parse(await answer.json());
    const isReady = ({ source }: { readonly source: string }) => source !== 'bluesky';
    const answered = <T extends { readonly source: string }>(one: T) => ({ ...one, isReady: isReady(one) });
    const json = { ...found, searches: searches.map(answered), places: places.map(answered) };
    await route.fulfill({ response: answer, json });
  });
  await page.getByLabel('Business description').fill(business);
  await page.getByRole('button', { name: 'Choose communities' }).click();
  const real = page.getByRole('region', { name: 'Real posts' });
  await real.getByText('Real people wrote these posts.').waitFor();
  const rows = real.getByRole('listitem');
  let count = 0;
  for (const row of await rows.all()) {
    const isReady = (await row.getByText('Bluesky').count()) === 0;
    expect(await row.getByRole('checkbox').isChecked()).toBe(isReady);
    if (isReady) count += 1;
  }
  expect(
    await real.getByRole('list', { name: 'Forums, tags and feeds' }).getByRole('listitem').count(),
  ).toBeGreaterThan(0);
  const samples = page.getByRole('region', { name: 'Sample data' });
  for (const box of await samples.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false);
  await page.getByRole('button', { name: new RegExp(`^Watch ${count} communit`) }).waitFor();
  await samples.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: `Watch ${count + 1} communities` }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('the description can come from the pages of a website', async () => {
  const { page, url } = journey;
  await register(page, url, newEmail('website'));
  const address = page.getByLabel('Your website (optional)');
  await page.getByLabel('Business description').fill('Our own words.');
  await address.fill('no-such-site.example');
  await address.press('Enter');
  await page.getByText('it could not find or reach no-such-site.example. Check the spelling of the address.').waitFor();
  expect(await page.getByLabel('Business description').inputValue()).toBe('Our own words.');

  await page.route(`**${discoveryContract.describeByWebsite.path}`, (route) =>
    route.fulfill({ json: { businessDescription: business } }),
  );
  await address.fill('invoicenest.example');
  await page.getByRole('button', { name: 'Draft from website' }).click();
  await page.getByText('Filled in from your description').waitFor();
  expect(await page.getByLabel('Business description').inputValue()).toBe(business);
  await page.getByRole('button', { name: 'Restore my text' }).click();
  expect(await page.getByLabel('Business description').inputValue()).toBe('Our own words.');
});

it('a scan that ended before the page saw it run shows its result', async () => {
  const { page, url } = journey;
  await register(page, url, newEmail('quick'));
  await page.getByLabel('Business description').fill(business);
  await page.getByRole('button', { name: 'Choose communities' }).click();
  const suggested = page.getByRole('list', { name: 'Sample data' });
  await suggested.getByRole('listitem').first().waitFor();
  for (const box of await suggested.getByRole('checkbox').all()) await box.uncheck();
  await page.getByLabel('Add by name').fill('sysadmin');
  await page.getByRole('button', { name: 'Add Community' }).click();
  await page.getByText('Already on your list: r/sysadmin.').waitFor();
  const hasEnded = async () => {
    const job = scanJob.nullable().parse(await (await page.request.get(`${url}/api/leads/scan/latest`)).json());
    return job !== null && job.completedAt !== null;
  };
  await page.route('**/api/leads/scan/{latest,status/*}', async (route) => {
    await until('the end of the scan', hasEnded);
    await route.continue();
  });
  await page.getByRole('checkbox', { name: /^Keep listening/ }).uncheck();
  await page.getByRole('button', { name: 'Watch 1 community' }).click();
  await page.getByRole('region', { name: 'Close, but below your threshold' }).waitFor();
  expect(await (await page.request.get(`${url}/api/configuration`)).json()).toMatchObject({ listen: false });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('communities can be left out, and added by name, with near names for one that does not exist', async () => {
  const { page, url } = journey;
  await register(page, url, newEmail('choosy'));
  await page.getByLabel('Business description').fill(business);
  await page.getByRole('button', { name: 'Choose communities' }).click();
  const suggested = page.getByRole('list', { name: 'Sample data' });
  await suggested.getByRole('listitem').first().waitFor();
  for (const box of await suggested.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('button', { name: 'Start watching' }).click();
  await page.getByText('Choose at least one community').waitFor();

  const name = page.getByLabel('Add by name');
  await name.fill('frelance');
  await page.getByRole('button', { name: 'Add Community' }).click();
  await page
    .getByText(/^r\/frelance: Not in the sample data; connect Reddit to hear it\. Did you mean r\/freelance/)
    .first()
    .waitFor();
  await name.fill('sysadmin');
  await page.getByRole('button', { name: 'Add Community' }).click();
  await page.getByText('Already on your list: r/sysadmin.').waitFor();
  await page.getByRole('button', { name: 'Watch 1 community' }).click();

  // Few posts there suit this business: the best of the others are shown, and a broader strategy.
  const close = page.getByRole('region', { name: 'Close, but below your threshold' });
  await close
    .getByRole('button', { name: /^Keep as lead/ })
    .first()
    .click();
  await close
    .getByRole('button', { name: /^Kept as lead/ })
    .first()
    .waitFor();
  await page.getByRole('article').first().waitFor();
  await close.getByRole('button', { name: 'Search broadly: leads from a score of 5' }).click();
  await close.waitFor({ state: 'detached' });
});
