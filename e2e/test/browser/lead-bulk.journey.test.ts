import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';

const journey = journeys();

const barOf = (page: Page) => page.getByRole('group', { name: 'Selected leads' });
const undo = (page: Page) =>
  page
    .getByRole('region', { name: /^Notification/ })
    .getByRole('button', { name: 'Undo' })
    .click();

/** Selects the first lead, and then all that match. */
async function selectMatching(page: Page, total: number): Promise<void> {
  await page.getByRole('article').first().focus();
  await page.keyboard.press('x');
  await barOf(page)
    .getByRole('button', { name: `Select all ${total} that match` })
    .press('Enter');
  await barOf(page).getByText(`All ${total} leads that match are selected`).waitFor();
}

it('all leads that match are skipped after a question, other tabs follow, and one Undo takes it back', async () => {
  const { page, open, find, leads, url } = await leadDesk(journey, 75);
  await find(75);
  const [one] = await leads('&sortBy=oldest');
  await page.request.patch(`${url}/api/leads/${one?.id}/status`, { data: { status: 'contacted' } });
  const other = await page.context().newPage();
  await openDashboard(other, url, '/dashboard/leads?status=skipped');
  await other.getByText('0 leads', { exact: true }).waitFor();
  await open('?status=new');
  await page.getByText('149 leads', { exact: true }).waitFor();
  await selectMatching(page, 149);
  await becomes(() => page.getByRole('checkbox', { name: 'Select this lead', checked: true }).count(), 20);

  await barOf(page).getByRole('button', { name: 'Skip 149 leads' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Skip 149 leads?' });
  await question.getByText('This changes all 149 leads that match the filters, on every page.').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect((await leads('&status=skipped')).length).toBe(0);
  // The key asks too, and the focus starts on the button that changes nothing.
  await page.getByRole('article').first().focus();
  await page.keyboard.press('s');
  await question.waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel');
  await question.getByRole('button', { name: 'Skip 149 leads' }).press('Enter');
  await toast(page, '149 leads are skipped.');
  await question.waitFor({ state: 'hidden' });
  await barOf(page).waitFor({ state: 'detached' });
  await page.getByText('No new leads.').waitFor();
  await other.getByText('149 leads', { exact: true }).waitFor();

  await undo(page);
  await toast(page, '149 leads are as before.');
  await page.getByText('149 leads', { exact: true }).waitFor();
  await other.getByText('0 leads', { exact: true }).waitFor();
  const left = await leads();
  expect(left.every(({ id, status }) => status === (id === one?.id ? 'contacted' : 'new'))).toBe(true);
});

it('leads found meanwhile stay, a failure is reported, and the key z takes back what was done', async () => {
  const { page, open, find, leads } = await leadDesk(journey, 45);
  await open();
  await selectMatching(page, 45);
  await find(3);
  await page.route('**/api/leads/bulk*', (route) => route.abort('connectionfailed'), { times: 1 });
  const confirm = async () => {
    await barOf(page).getByRole('button', { name: 'Mark as contacted' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as contacted' }).click();
  };
  await confirm();
  await toast(page, 'Failed to update the leads.');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await barOf(page).getByText('All 45 leads that match are selected').waitFor();
  await confirm();
  await toast(page, '45 leads are marked as contacted.');
  await barOf(page).waitFor({ state: 'detached' });
  expect((await leads('&status=new')).map(({ title }) => title).sort()).toEqual(
    [45, 46, 47].map((n) => `Found post ${n}`),
  );
  // The focus is on a card again, so that keys act on it.
  await page.waitForFunction(() => document.activeElement?.matches('article'));
  await page.keyboard.press('z');
  await toast(page, '45 leads are as before.');
  expect((await leads('&status=new')).length).toBe(48);
});

it('a selection is rated, and exported without the other leads', async () => {
  const { page, open, leads, titles } = await leadDesk(journey, 4);
  await open();
  const [first = '', second = ''] = await titles();
  for (const title of [first, second]) {
    await page.getByRole('article', { name: title, exact: true }).focus();
    await page.keyboard.press('x');
  }
  const download = page.waitForEvent('download');
  await barOf(page).getByRole('button', { name: 'Export the selected leads' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect([first, second].every((title) => csv.includes(title))).toBe(true);
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  await barOf(page).getByRole('button', { name: 'Rate as good leads' }).click();
  await toast(page, '2 leads are rated as good. Earshot learns from it.');
  await barOf(page).waitFor({ state: 'detached' });
  const rated = async () => (await leads()).filter(({ rating }) => rating === 'up').map(({ title }) => title);
  expect((await rated()).sort()).toEqual([first, second].sort());
  await page
    .getByRole('article', { name: first, exact: true })
    .getByRole('button', { name: 'Good lead', pressed: true })
    .waitFor();
  await undo(page);
  await toast(page, '2 leads are as before.');
  expect(await rated()).toEqual([]);
});

it('the bar fits a phone, and every action is in reach of the thumb', async () => {
  const { page, open } = await leadDesk(journey, 25);
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  await page.getByRole('checkbox', { name: 'Select this lead' }).first().check();
  await barOf(page).getByRole('button', { name: 'Select all 25 that match' }).click();
  const bar = await barOf(page).boundingBox();
  for (const button of await barOf(page).getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(36);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(bar?.height).toBeLessThanOrEqual(130);
});

it.each(['light', 'dark'] as const)(
  'the buttons of a selected card stand on its ground, in the %s theme',
  async (colorScheme) => {
    const { page, open, card } = await leadDesk(journey, 1);
    await page.emulateMedia({ colorScheme });
    await open();
    const one = card('Found post 0');
    await one.hover();
    await one.getByRole('checkbox', { name: 'Select this lead' }).check();
    const place = await one.boundingBox();
    const button = await one.getByRole('button', { name: 'Skip' }).boundingBox();
    if (!place || !button) throw new Error('the card shows no buttons');
    const ground = await colourAt(page, place.x + 6, place.y + place.height / 2);
    const besideButton = await colourAt(page, button.x + button.width + 4, button.y + 8);
    // Layers of colours are rounded.
    besideButton.forEach((value, channel) => expect(Math.abs(value - (ground[channel] ?? NaN))).toBeLessThanOrEqual(1));
  },
);

/** The red, green and blue of a pixel. */
async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 };
  const png = await page.screenshot({ animations: 'disabled', clip });
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas) throw new Error('the browser has no canvas');
      canvas.drawImage(image, 0, 0);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    },
    [...png],
  );
}
