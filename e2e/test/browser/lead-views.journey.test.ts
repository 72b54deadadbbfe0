import { leadView } from '@earshot/proto/http/lead-views';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';

const journey = journeys();

const openViews = async (page: Page) => {
  await page.getByRole('button', { name: 'Views', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  await dialog.getByRole('textbox', { name: 'Name of the new view' }).waitFor();
  return dialog;
};

it('a saved view opens in another browser, and is renamed, updated and deleted there', async () => {
  const { page, open, url } = await leadDesk(journey, 3);
  await open('?status=new&q=found&minScore=6&sortBy=score-high');
  const views = await openViews(page);
  await views.getByText('No saved view yet.').waitFor();
  const save = async (name: string) => {
    await views.getByRole('textbox', { name: 'Name of the new view' }).fill(name);
    await page.keyboard.press('Enter');
  };
  await save('Best new ones');
  await toast(page, 'View Saved');
  await views.getByRole('button', { name: 'Best new ones Shown now' }).waitFor();
  // A name that exists is refused, and stays to be corrected.
  await save('best NEW ones');
  await toast(page, 'You already have a view named “best NEW ones”');
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[data-new-view]')?.value === 'best NEW ones',
  );
  await page.keyboard.press('Escape');
  await views.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Views');

  const filtersOf = async (name: string) => {
    const saved = z.array(leadView).parse(await (await page.request.get(`${url}/api/lead-views`)).json());
    return saved.find((view) => view.name === name)?.filters;
  };
  const { cookies } = await page.context().storageState();
  const browser = await journey.browser.newContext({ storageState: { cookies, origins: [] }, reducedMotion: 'reduce' });
  const other = await browser.newPage();
  await other.setViewportSize({ width: 390, height: 844 });
  await other.goto(`${url}/dashboard/leads?page=1&status=skipped`);
  await other.getByText('0 leads', { exact: true }).waitFor();
  const theirs = await openViews(other);
  await theirs.getByRole('button', { name: 'Best new ones', exact: true }).click();
  await theirs.waitFor({ state: 'hidden' });
  await other.getByText('3 leads', { exact: true }).waitFor();
  expect(Object.fromEntries(new URL(other.url()).searchParams)).toEqual({
    q: 'found',
    minScore: '6',
    sortBy: 'score-high',
  });

  await openViews(other);
  await theirs.getByRole('button', { name: 'Rename Best new ones' }).click();
  const call = '**/api/lead-views/*';
  await other.route(call, (route) =>
    route.fulfill({ status: 409, json: { code: 'x.y', message: 'That name is taken', requestId: 'r' } }),
  );
  const newName = theirs.getByRole('textbox', { name: 'New name of Best new ones' });
  await newName.fill('Taken');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await theirs.getByRole('alert').getByText('That name is taken.').waitFor();
  await becomes(() => newName.inputValue(), 'Taken');
  await other.unroute(call);
  await newName.fill('Morning');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await theirs.getByRole('button', { name: 'Morning Shown now' }).waitFor();
  await other.keyboard.press('Escape');
  await theirs.waitFor({ state: 'hidden' });
  await other.goto(`${url}/dashboard/leads?status=contacted`);
  await other.getByText('0 leads', { exact: true }).waitFor();
  await openViews(other);
  await theirs.getByRole('button', { name: 'Update view Morning' }).click();
  await other.getByText('View Updated', { exact: true }).waitFor();
  await theirs.getByRole('button', { name: 'Morning Shown now' }).and(other.locator(':focus')).waitFor();
  expect(await filtersOf('Morning')).toEqual({ status: 'contacted', sortBy: 'open' });
  await other.getByRole('button', { name: 'Undo' }).click();
  await theirs.getByRole('button', { name: 'Update view Morning' }).waitFor();
  expect(await filtersOf('Morning')).toEqual({ q: 'found', minScore: 6, status: 'new', sortBy: 'score-high' });
  await theirs.getByRole('button', { name: 'Delete Morning' }).click();
  await theirs.getByText('No saved view yet.').waitFor();
  await browser.close();
  // The first browser shows what the other did.
  await openViews(page);
  await views.getByText('No saved view yet.').waitFor();
});
