import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { toast } from '../../src/browser.ts';
import { draftIn, memberOn, openLead } from '../../src/composing.ts';
import { postsOf } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';
import { focusArrives, tabTo } from '../../src/keyboard/focus.ts';
import { axeViolations } from '../../src/screens/accessibility.ts';

const journey = journeys();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Choose a draft' });

async function openDesk() {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const [post] = await postsOf(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no post');
  const { lead, card } = await openLead(page, product, member, post);
  const opener = card.getByRole('button', { name: 'Show three variants' });
  return { page, lead, card, opener, dialog: dialogOf(page) };
}

/** The displayed text of a variant. */
const textOf = (page: Page, number: number) =>
  dialogOf(page)
    .getByRole('listitem', { name: `Variant ${number}` })
    .locator('p')
    .first();

it('a key shows three drafts, and the chosen one is put into the editor with its check of the rules', async () => {
  const { page, lead, card, dialog } = await openDesk();
  await card.focus();
  await page.keyboard.press('v');
  const use = (number: number) => dialog.getByRole('button', { name: `Use this draft: variant ${number}` });
  await use(3).waitFor();
  const texts = await Promise.all([1, 2, 3].map((number) => textOf(page, number).innerText()));
  expect(new Set(texts).size).toBe(3);
  expect(await axeViolations(page)).toEqual([]);
  await tabTo(page, use(2));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await toast(page, 'Draft Chosen');
  const written = (await draftIn(card).inputValue()).replaceAll(/\s+/g, ' ');
  expect(written).toBe(texts[1]?.replaceAll(/\s+/g, ' '));
  await card.getByRole('group', { name: `Rules of r/${lead.subreddit}` }).waitFor();
});

it('own words are replaced only when that is agreed to, and come back after several choices', async () => {
  const { page, card, opener, dialog } = await openDesk();
  await draftIn(card).fill('My own words.');
  await opener.focus();
  await page.keyboard.press('Enter');
  const use = (number: number) => dialog.getByRole('button', { name: `Use this draft: variant ${number}` });
  await use(1).click();
  const asked = page.getByRole('dialog', { name: 'Replace your text?' });
  await asked.getByRole('button', { name: 'Keep my text' }).click();
  await asked.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await focusArrives('what opened the choice', opener);
  expect(await draftIn(card).inputValue()).toBe('My own words.');

  // Opening the dialog again shows the same three variants and requests no new ones.
  let written = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/message-variants')) written += 1;
  });
  await opener.click();
  await use(1).click();
  await asked.getByRole('button', { name: 'Replace it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await opener.click();
  await use(2).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(written).toBe(0);
  await card.getByRole('button', { name: 'Previous draft' }).click();
  expect(await draftIn(card).inputValue()).toBe('My own words.');
});

it('placeholders of three drafts are shown while waiting; a failure is shown in place and can be retried', async () => {
  const { page, opener, dialog } = await openDesk();
  const held = Promise.withResolvers<void>();
  await page.route('**/message-variants', async (route) => {
    await held.promise;
    await route.fulfill({
      status: 503,
      json: { code: 'draft.failed', message: 'No message could be written', requestId: 'r' },
    });
  });
  await opener.click();
  const shape = dialog.getByRole('status', { name: 'Writing three drafts' });
  await shape.waitFor();
  held.resolve();
  await dialog.getByRole('alert').getByText('The drafts could not be written').waitFor();
  await dialog.getByRole('alert').getByText('No message could be written. Nothing was changed.').waitFor();
  await page.unroute('**/message-variants');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await textOf(page, 3).waitFor();
  const before = await textOf(page, 1).innerText();
  const again = page.waitForResponse('**/message-variants');
  await dialog.getByRole('button', { name: 'Write three others' }).click();
  await again;
  await textOf(page, 1).waitFor();
  await shape.waitFor({ state: 'detached' });
  expect(before.length).toBeGreaterThan(20);
});
