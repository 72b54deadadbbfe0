import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { toast } from '../../src/browser.ts';
import { enter } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { focusArrives, tabTo } from '../../src/keyboard/focus.ts';
import { makeAdmin } from '../../src/make-admin.ts';
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
  await page.getByRole('list', { name: 'Sample data' }).waitFor();
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
  await toast(page, 'The lead is marked as contacted.');

  await page.keyboard.press('Escape');
  await press(button('Sign out'));
  await page.waitForURL(`${url}/`);
});

/** The dashboard's pages, with a text that is there when the page is complete. */
const dashboardPages = [
  ['/dashboard/leads', 'Describe your business'],
  ['/dashboard/configuration', 'Monitored Subreddits'],
  ['/dashboard/messages', 'No messages generated yet'],
  ['/dashboard/analytics', 'System health'],
  ['/dashboard/settings', 'Delete account'],
  ['/dashboard/billing', 'EARSHOT_BILLING=off'],
  ['/admin/analytics', 'Discovery Analytics'],
] as const;

/** From the top of the page: the skip link, then the content, then its first control. */
async function skipToContent(): Promise<void> {
  const { page } = journey;
  const main = page.getByRole('main');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /^Skip to (the )?content$/ });
  await focusArrives('the skip link', skip);
  const place = await skip.boundingBox();
  expect(place?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await main.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  expect(await main.evaluate(isFirstControl)).toBe(true);
}

/** Runs in the page: whether the first control of the content has the focus, or there is no control. */
function isFirstControl(content: Element): boolean {
  const controls = content.querySelectorAll<HTMLElement>('a[href], button, input, textarea, summary, [tabindex="0"]');
  const first = [...controls].find(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
  );
  return first === undefined || first === document.activeElement;
}

it('on every page of the dashboard the first Tab stop skips to the content', async () => {
  const { page, url, product } = journey;
  const email = newEmail('skips');
  await enter(page, url, email);
  await makeAdmin(product, email, async (path) => (await page.request.get(url + path)).status());
  for (const [path, text] of dashboardPages) {
    await page.goto(url + path);
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    await skipToContent();
  }
});

it('on the landing page the first Tab stop skips to the content, and pages without navigation start with it', async () => {
  const { page, url } = journey;
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await skipToContent();
  for (const path of ['/auth', '/forgot-password', '/no/such/page']) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    expect({ path, isFirst: await page.getByRole('main').evaluate(isFirstControl) }).toEqual({ path, isFirst: true });
  }
});
