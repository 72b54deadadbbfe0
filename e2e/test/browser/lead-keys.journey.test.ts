import { until } from '@earshot/core/testing';
import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';
import { business } from '../../src/set-up.ts';

const journey = journeys({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });

it('daily work is possible with the keyboard only', async () => {
  const { page, card, titles, open, find } = await leadDesk(journey, 0);
  await page.request.post(`${journey.url}/api/configuration`, { data: { businessDescription: business } });
  await find(6);
  await open();
  const [first = '', second = '', third = ''] = await titles();
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent);
  const focusIsOn = (title: string) => until(`the focus on ${title}`, async () => (await focused()) === title);
  const press = (key: string) => page.keyboard.press(key);

  await press('j');
  await focusIsOn(first);
  await press('k');
  await focusIsOn(first);
  await press('j');
  await focusIsOn(second);

  const opened = page.context().waitForEvent('page');
  await press('o');
  expect(new URL((await opened).url()).pathname).toContain('/comments/');
  await (await opened).close();

  await press('g');
  await toast(page, 'Message Generated');
  const draft = card(second).getByRole('textbox', { name: 'Draft' });
  const written = await until('the draft', async () => {
    const text = await draft.inputValue();
    return text.length > 20 && text;
  });
  await press('y');
  await toast(page, 'Copied to Clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(written);

  // In a text field the shortcut keys type letters.
  await draft.fill('');
  await draft.pressSequentially('jokes?');
  await becomes(() => draft.inputValue(), 'jokes?');
  await card(second).focus();
  await press('Escape');
  await draft.waitFor({ state: 'detached' });
  await focusIsOn(second);

  await press('c');
  await card(second).getByText('Contacted', { exact: true }).waitFor();
  await toast(page, 'The lead is marked as contacted.');
  await press('z');
  await toast(page, 'The lead is new again.');
  await card(second).getByText('Contacted', { exact: true }).waitFor({ state: 'detached' });

  await press('j');
  await press('s');
  await card(third).getByText('Skipped', { exact: true }).waitFor();
  await press('Enter');
  await card(third).getByRole('button', { name: 'Show less' }).waitFor();
  await press('e');
  await card(third).getByRole('button', { name: 'Show less' }).waitFor({ state: 'detached' });
});

it('? lists every key, Escape closes the list, and the focus is where it was', async () => {
  const { page, card, titles, open } = await leadDesk(journey, 2);
  await open();
  const [first = ''] = await titles();
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const key of ['j', 'k', 'e', 'o', 'g', 'y', 'c', 's', 'x', 'z', '?']) {
    await dialog.locator('kbd').getByText(key, { exact: true }).waitFor();
  }
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await card(first).and(page.locator(':focus')).waitFor();
  await becomes(() => card(first).getAttribute('data-status'), 'new');

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.waitFor();
});
