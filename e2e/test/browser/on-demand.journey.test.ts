import { expect, it } from '@jest/globals';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';

const journey = journeys();
const code = (name: string) => `**/assets/${name}-*.js`;

it('the code of what opens later is fetched once the page has settled, before anything is opened', async () => {
  const { page, open } = await leadDesk(journey, 1);
  const names = ['choice-list', 'shortcuts-dialog', 'picker-dialog', 'lead-composer', 'why-dialog', 'palette-dialog'];
  const fetched = names.map((name) => page.waitForResponse(code(name)));
  await open();
  await Promise.all(fetched);
  await page.route('**/assets/*', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Contacted' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Manage Communities' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
});

it('while the code of a dialog loads its place is shown, and closing it returns the focus', async () => {
  const { page, open } = await leadDesk(journey, 1);
  const held = Promise.withResolvers<void>();
  await page.route(code('picker-dialog'), async (route) => {
    await held.promise;
    await route.continue();
  });
  await open();
  const opener = page.getByRole('button', { name: 'Manage Communities' });
  const dialog = page.getByRole('dialog', { name: 'Manage Communities' });
  await opener.click();
  await dialog.getByRole('status').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Manage Communities');
  await opener.click();
  await dialog.getByRole('status').waitFor();
  held.resolve();
  await dialog.getByRole('textbox').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Manage Communities');
});

it('code that cannot be loaded is an error in its place, and the page still works', async () => {
  const { page, open } = await leadDesk(journey, 1);
  await page.route('**/assets/*', (route) =>
    /(picker-dialog|lead-composer|choice-list)-/.test(route.request().url()) ? route.abort() : route.continue(),
  );
  await open();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await toast(page, 'Could not open the list');
  await page.getByRole('button', { name: 'Manage Communities' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Communities' });
  await dialog.getByRole('alert').filter({ hasText: 'Could not load' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('article').getByRole('heading').getByRole('button').click();
  const failed = page.getByRole('article').getByRole('alert').filter({ hasText: 'Could not load the composer' });
  await failed.waitFor();
  await page.unrouteAll();
  // The page is loaded again, and its address names the open lead.
  await failed.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('textbox', { name: 'Draft' }).waitFor();
});

// From 1,200 px on, nothing stands below the composer.
it.each([1100, 390])('the composer is as tall as its placeholder at %d', async (width) => {
  const { page, open } = await leadDesk(journey, 1);
  await page.setViewportSize({ width, height: 900 });
  const held = Promise.withResolvers<void>();
  await page.route(code('lead-composer'), async (route) => {
    await held.promise;
    await route.continue();
  });
  await open();
  const card = page.getByRole('article');
  const height = () => card.locator('[id$="-more"] > *').evaluate((element) => element.scrollHeight);
  await card.getByRole('heading').getByRole('button').click();
  await card.getByRole('status', { name: 'the composer' }).waitFor();
  const waiting = await height();
  held.resolve();
  await page.getByRole('textbox', { name: 'Draft' }).waitFor();
  await card.getByText('Link a Sandbox account to send from here.').waitFor();
  expect(await height()).toBe(waiting);
});
