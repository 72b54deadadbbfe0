import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { focusArrives, tabTo } from '../../src/keyboard/focus.ts';
import { business } from '../../src/set-up.ts';
import { newEmail } from '../../src/visitor.ts';

const journey = journeys({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });

/** Moves the focus to a control with Tab and presses a key there. */
async function press(control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(journey.page, control);
  await journey.page.keyboard.press(key);
}

/** Moves the focus to a field with Tab and types into it. */
async function type(field: Locator, text: string): Promise<void> {
  await tabTo(journey.page, field);
  await journey.page.keyboard.insertText(text);
}

const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true });

async function registerByKeys(): Promise<void> {
  const { page, url } = journey;
  await page.goto(`${url}/auth`);
  await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor();
  await press(page.getByRole('button', { name: 'Create an account' }));
  await type(page.getByLabel('Email'), newEmail('keys'));
  await type(page.getByLabel('Password', { exact: true }), 'a quiet harbour');
  await type(page.getByLabel('Confirm password'), 'a quiet harbour');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/leads**');
}

it('the main job works with the keyboard only: register, describe, choose, scan, read, write, contact, sign out', async () => {
  const { page, url } = journey;
  await registerByKeys();

  await page.getByText('Two sentences are enough').waitFor();
  await type(page.getByLabel('Business description'), business);
  await press(button('Choose communities'));
  await page.getByRole('list', { name: 'Suggested communities' }).waitFor();
  await press(button('Manage Communities'));
  const picker = page.getByRole('dialog');
  await tabTo(page, picker.getByLabel('Search communities'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('freelance');
  const add = picker.getByRole('button', { name: 'Add r/freelance', exact: true });
  await press(add);
  await toast(page, 'Subreddit Added');
  await page.keyboard.press('Escape');
  await focusArrives('what opened the picker', button('Manage Communities'));

  await press(page.getByRole('button', { name: /^Watch \d communities$/ }));
  await toast(page, 'Scan Complete!');
  await page.waitForURL('**/dashboard/leads?lead=*');
  const cards = page.getByRole('article');
  await cards.nth(1).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Show this list').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  for (const [key, card] of [
    ['j', cards.nth(0)],
    ['j', cards.nth(1)],
    ['k', cards.nth(0)],
  ] as const) {
    await page.keyboard.press(key);
    await focusArrives(`the lead that ${key} leads to`, card);
  }

  // The first run opened its best lead, which is the first.
  await page.keyboard.press('Escape');
  await page.waitForURL('**/dashboard/leads');
  await page.keyboard.press('Enter');
  const card = cards.first();
  await press(card.getByRole('button', { name: 'Generate', exact: true }));
  await toast(page, 'Message Generated');
  await press(card.getByRole('button', { name: 'Copy', exact: true }));
  await toast(page, 'Copied to Clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await card.getByRole('textbox').inputValue());
  await press(card.getByRole('button', { name: 'Mark as Contacted', exact: true }));
  await card.getByText('Contacted', { exact: true }).waitFor();

  await page.keyboard.press('Escape');
  await press(button('Sign out'));
  await page.waitForURL(`${url}/`);
});
