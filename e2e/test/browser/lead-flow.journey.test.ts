import { expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';

const journey = journeys();
const news = (page: Page) => page.getByRole('region', { name: /^Notification/ });
const openTitle = (page: Page) => page.locator('[data-expanded="true"] h2');

async function opens(page: Page, title = ''): Promise<void> {
  await until(`the lead "${title}" is open`, async () => {
    const open = await openTitle(page).allInnerTexts();
    return open.length === 1 && open[0] === title;
  });
}

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
};

/** Whether one part covers what is shown of the other, which may scroll below the page's header. */
async function covers(one: Locator, other: Locator): Promise<boolean> {
  const [a, whole] = [await boxOf(one), await boxOf(other)];
  const { height: header } = await boxOf(one.page().getByRole('banner'));
  const top = Math.max(whole.y, header);
  const b = { ...whole, y: top, height: whole.y + whole.height - top };
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

it('an open lead that the user has dealt with leaves the default view, and the next one opens', async () => {
  const { page, titles, open, leads } = await leadDesk(journey, 5);
  await open('?status=new');
  const all = await titles();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await opens(page, all[0]);
  await page.getByRole('article').first().getByRole('button', { name: 'Mark as contacted' }).click();
  await opens(page, all[1]);
  await toast(page, 'The lead is marked as contacted.');
  await page.getByRole('article').first().locator('[data-action="skip"]').click();
  await opens(page, all[2]);
  await toast(page, 'The lead is skipped.');
  await page.getByRole('article').first().getByRole('button', { name: 'Not a lead' }).click();
  await opens(page, all[3]);
  await toast(page, 'Marked as not a lead. Earshot learns from it.');
  await becomes(titles, all.slice(3));
  await page.getByText('2 leads', { exact: true }).waitFor();

  // The start of the lead that opened is in sight.
  const { height: header } = await boxOf(page.getByRole('banner'));
  const { y } = await boxOf(openTitle(page));
  expect(y).toBeGreaterThan(header);
  expect(y).toBeLessThan(700);

  // Undo takes back the thumb and the status that came with it.
  await news(page).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 leads', { exact: true }).waitFor();
  await until('the thumb is taken back', async () => {
    const lead = (await leads('&status=new')).find(({ title }) => title === all[2]);
    return lead?.rating === null;
  });
  await becomes(titles, all.slice(2));

  // The last one of the list opens the one above it.
  await page.getByRole('article').last().getByRole('heading').getByRole('button').click();
  await opens(page, all[4]);
  await page.keyboard.press('s');
  await opens(page, all[3]);
});

it('the way back closes an open lead before it leaves the page', async () => {
  const { page, titles, open } = await leadDesk(journey, 3);
  const { url } = journey;
  await page.goto(`${url}/dashboard/messages`);
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByRole('article').first().waitFor();
  const [first = '', second = ''] = await titles();
  const card = (title: string) => page.getByRole('article', { name: title, exact: true });
  await card(first).getByRole('heading').getByRole('button').click();
  await opens(page, first);
  await card(second).getByRole('heading').getByRole('button').click();
  await opens(page, second);
  await page.goBack();
  await openTitle(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/dashboard/leads');
  await page.goBack();
  await page.waitForURL('**/dashboard/messages');

  // Closed by its button, it leaves no entry behind.
  await page.goForward();
  await card(first).getByRole('heading').getByRole('button').click();
  await opens(page, first);
  await card(first).getByRole('button', { name: 'Show less' }).click();
  await openTitle(page).waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL('**/dashboard/messages');
  await open();
});

it.each([
  [1440, 900],
  [390, 844],
])('a toast covers neither the composer nor the first lead nor a dialog, at %i px', async (width, height) => {
  const { page, titles, open } = await leadDesk(journey, 3);
  await page.setViewportSize({ width, height });
  await open('?status=new');
  const [, second = ''] = await titles();
  const shown = news(page).locator('li');
  await page.getByRole('article').last().getByRole('button', { name: 'Skip', exact: true }).focus();
  await page.keyboard.press('Enter');
  await toast(page, 'The lead is skipped.');
  await until('the first lead is in sight', async () => !(await covers(shown, page.getByRole('article').first())));
  const secondActions = page.getByRole('article').nth(1).getByRole('button', { name: 'Write message' }).locator('..');
  await until('the actions of the second lead are in sight', async () => !(await covers(shown, secondActions)));

  const card = page.getByRole('article', { name: second, exact: true });
  await card.getByRole('heading').getByRole('button').click();
  const draft = card.getByRole('textbox', { name: 'Draft' });
  await draft.fill('Hello');
  await draft.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await card.getByRole('button', { name: 'Good lead' }).focus();
  await page.keyboard.press('Enter');
  await toast(page, 'Marked as a good lead. Earshot learns from it.');
  const composer = card.locator('[data-uncovered]').last();
  await until('the composer is in sight', async () => !(await covers(shown, composer)));

  await page.getByRole('button', { name: 'Views' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  await dialog.getByRole('textbox', { name: 'Name of the new view' }).fill('Mine');
  await page.keyboard.press('Enter');
  await toast(page, 'View Saved');
  await until('the dialog is in sight', async () => !(await covers(shown, dialog)));

  // In a low window the dialog leaves no edge free, and makes room.
  await page.setViewportSize({ width: Math.min(width, 660), height: 420 });
  await dialog.getByRole('textbox', { name: 'Name of the new view' }).fill('Yours');
  await page.keyboard.press('Enter');
  await toast(page, 'View Saved');
  const close = dialog.getByRole('button', { name: 'Close' });
  const field = dialog.getByRole('textbox', { name: 'Name of the new view' });
  await until('the controls of the dialog are in sight', async () =>
    (await Promise.all([close, field].map((part) => covers(shown, part)))).every((isCovered) => !isCovered),
  );
});

it('the actions of a card hide nothing of it', async () => {
  const { page, open, leads } = await leadDesk(journey, 2);
  const [lead] = await leads();
  await page.request.patch(`${journey.url}/api/leads/${lead?.id ?? ''}/status`, { data: { status: 'contacted' } });
  for (const width of [1440, 1024, 700]) {
    await page.setViewportSize({ width, height: 900 });
    await open('?status=contacted');
    const card = page.getByRole('article').first();
    await card.hover();
    const actions = card.getByRole('button', { name: 'Write message' }).locator('..');
    for (const words of ['Contacted', 'Low relevance', lead?.title ?? '', lead?.matchReason ?? ''])
      expect([width, words, await covers(actions, card.getByText(words, { exact: true }))]).toEqual([
        width,
        words,
        false,
      ]);
    // One verdict: the score and its relevance.
    expect(await card.innerText()).not.toMatch(/match/i);
  }
});

it('on a phone the first lead starts in the first third, no title is cut, and no hint is about keys', async () => {
  const { page } = await leadDesk(journey, 3);
  const { url, browser } = journey;
  const storageState = await page.context().storageState();
  const viewport = { width: 390, height: 844 };
  const phone = await browser.newContext({ storageState, viewport, isMobile: true, hasTouch: true });
  const held = await phone.newPage();
  await held.goto(`${url}/dashboard/leads`);
  await held.getByRole('article').first().waitFor();
  expect((await boxOf(held.getByRole('article').first())).y).toBeLessThan(viewport.height / 3);
  expect(await held.getByRole('button', { name: 'Keyboard shortcuts' }).count()).toBe(0);
  await held.getByRole('button', { name: 'Open navigation' }).click();
  await held.getByRole('button', { name: 'Search', exact: true }).waitFor();
  expect(await held.locator('kbd').filter({ visible: true }).count()).toBe(0);
  for (const name of ['leads', 'configuration', 'messages', 'analytics', 'settings', 'billing']) {
    await held.goto(`${url}/dashboard/${name}`);
    const title = held.getByRole('banner').getByRole('heading', { level: 1 });
    await title.waitFor();
    const room = await title.evaluate((h1) => [h1.scrollWidth - h1.clientWidth, h1.scrollHeight - h1.clientHeight]);
    expect([name, ...room]).toEqual([name, 0, 0]);
  }
  await phone.close();
});

it('a toast leaves the button that saves a form in sight', async () => {
  const { page } = journey;
  await leadDesk(journey, 1);
  await page.goto(`${journey.url}/dashboard/configuration`);
  await page.setViewportSize({ width: 1280, height: 900 });
  const save = page.getByRole('button', { name: 'Save Configuration' });
  await page
    .getByLabel('Business description')
    .fill('Ledgerly sends invoices for freelancers and chases late payments.');
  await save.click();
  await toast(page, 'Configuration Saved');
  await until('the button is in sight', async () => !(await covers(news(page).locator('li'), save)));
});

it('Undo is offered for eight seconds', async () => {
  const { page, open } = await leadDesk(journey, 2);
  await page.clock.install();
  await open('?status=new');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await toast(page, 'The lead is skipped.');
  const undo = news(page).getByRole('button', { name: 'Undo' });
  await page.clock.runFor(7_900);
  expect(await undo.count()).toBe(1);
  await page.clock.runFor(200);
  await undo.waitFor({ state: 'detached' });
});
