import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signInAs, toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { business } from '../../src/set-up.ts';
import { Visitor } from '../../src/visitor.ts';

const journey = journeys();

/** Opens the leads page of a business that watches one community, and starts its first scan. */
async function scanned(description: string, name: string, searchStrategy: string): Promise<Page> {
  const { page, url } = journey;
  const visitor = await Visitor.registered(url);
  const body = { businessDescription: description, searchStrategy, scanFrequency: 'manual' };
  await visitor.ask('/api/configuration', { method: 'POST', body });
  await visitor.ask('/api/subreddits', { method: 'POST', body: { name } });
  await signInAs(page, visitor);
  await page.goto(`${url}/dashboard/leads`);
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await page.getByText('Last scan').waitFor();
  return page;
}

const topOf = async (page: Page, name: string) => {
  const section = page.getByRole('region', { name });
  await section.getByRole('listitem').first().waitFor();
  return (await section.boundingBox())?.y ?? Number.NaN;
};

const mainActions = (page: Page) => page.getByRole('main').locator('[data-type=primary]').allInnerTexts();

it('after a scan without leads the closest posts are on the first screen, also after the next scan', async () => {
  const page = await scanned(business, 'sysadmin', 'focused');
  await page.getByText('No leads found.').waitFor();
  await page
    .getByText(/^Earshot searched r\/sysadmin and read \d+ posts\. None is a lead: .* below your threshold of 7\.0\./)
    .waitFor();
  const close = 'Close, but below your threshold';
  expect(await topOf(page, close)).toBeLessThan(360);
  const rows = page.getByRole('region', { name: close }).getByRole('listitem');
  for (const text of await rows.allInnerTexts()) {
    expect(text).toMatch(/Scored \d\.\d, under your threshold of 7\.0/);
    expect(Number(/^\d\.\d/.exec(text)?.[0])).toBeGreaterThanOrEqual(3);
  }
  // No post has the 6.0 of the next broader strategy.
  expect(await mainActions(page)).toEqual(['Start Scan']);
  // A second scan reads nothing new.
  await page.getByRole('button', { name: 'Start Scan' }).click();
  await page.getByText('known from earlier scans').waitFor();
  expect(await topOf(page, close)).toBeLessThan(360);
});

it('posts under 3.0 are not called close', async () => {
  const clocks = 'A workshop that repairs antique grandfather clocks and church tower movements';
  const page = await scanned(clocks, 'sysadmin', 'focused');
  expect(await topOf(page, 'No post came close. These scored highest')).toBeLessThan(360);
  expect(await page.getByRole('region', { name: /^Close/ }).count()).toBe(0);
});

it('the broader search is the main action where it finds leads', async () => {
  const page = await scanned(business, 'startups', 'focused');
  const broader = 'Search with Mixed: leads from a score of 6';
  await page.getByRole('button', { name: broader }).waitFor();
  expect(await mainActions(page)).toEqual([broader]);
  await page.getByRole('button', { name: broader }).click();
  await page.getByRole('article').first().waitFor();
});

it('after a scan without any scored post, or for another business, the page says why it is empty and what to do', async () => {
  const page = await scanned('Lighthouse lamp glass, ground by hand for keepers', 'sysadmin', 'focused');
  await page
    .getByText(
      /^Earshot searched r\/sysadmin and read \d+ posts\. None is a lead: \d+ off topic or ruled out\. Describe your/,
    )
    .waitFor();
  await page.getByRole('link', { name: 'Change the description' }).click();
  await page.getByLabel('Business description').fill(business);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByText(/Your business or your settings changed after this scan\. Start a scan to judge/).waitFor();
});
