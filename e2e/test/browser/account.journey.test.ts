import { beforeEach, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { openPage, toast } from '../../src/browser.ts';
import { enter } from '../../src/enter.ts';
import { confirmIdentity, refuse } from '../../src/forms.ts';
import { linkIn } from '../../src/mailbox.ts';
import { journeys } from '../../src/journeys.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

const journey = journeys({ context: { acceptDownloads: true } });
const password = 'a quiet harbour';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1';
let email: string;

beforeEach(async () => {
  email = newEmail('owner');
  await enter(journey.page, journey.url, email);
});

/** Signs the owner in with a second browser. */
async function signedInElsewhere(userAgent = iPhone): Promise<Visitor> {
  const other = new Visitor(journey.url);
  const headers = { 'user-agent': userAgent };
  const { status } = await other.ask('/api/auth/login', { method: 'POST', body: { email, password }, headers });
  expect(status).toBe(200);
  return other;
}

async function openAccount(): Promise<void> {
  await journey.page.goto(`${journey.url}/dashboard/settings#account`);
  await journey.page.getByText('This browser').waitFor();
}

/** Signs in with Sandbox ID, which makes an account without a password, and opens the settings. */
async function openSettingsWithSandbox(page: Page): Promise<void> {
  await page.goto(`${journey.url}/auth`);
  await page.getByRole('button', { name: 'Continue with Sandbox ID' }).click();
  await page.getByRole('button', { name: 'Ada Founder' }).click();
  await page.waitForURL('**/dashboard/leads**');
  await page.goto(`${journey.url}/dashboard/settings`);
}

const statusOf = async (other: Visitor) => (await other.ask('/api/auth/user')).status;

it('a new password needs the current one, is typed twice, and ends the other sessions', async () => {
  const { page } = journey;
  const other = await signedInElsewhere();
  await openAccount();
  const [current, wanted, again] = ['Current password', 'New password', 'Confirm new password'].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  const change = page.getByRole('button', { name: 'Change Password' });
  await change.click();
  await page.getByText('Current password is required').waitFor();
  await page.getByText('New password is required').waitFor();
  await current?.fill('not the password');
  await wanted?.fill('short');
  await again?.fill('other');
  await change.click();
  await page.getByText('Password must be at least 8 characters long').waitFor();
  await page.getByText('Passwords do not match').waitFor();
  await wanted?.fill('a quieter harbour');
  await again?.fill('a quieter harbour');
  await change.click();
  await toast(page, 'Password Not Changed');
  await page.getByRole('main').getByRole('alert').filter({ hasText: 'The current password is wrong' }).waitFor();
  await current?.and(page.locator(':focus')).waitFor();
  await current?.fill(password);
  await change.click();
  await toast(page, 'Password Changed');
  expect(await current?.inputValue()).toBe('');
  await page.getByText('Safari on iPhone').waitFor({ state: 'detached' });
  expect(await statusOf(other)).toBe(401);
  expect((await page.request.get(`${journey.url}/api/auth/user`)).status()).toBe(200);
});

it('sessions are listed by their browsers; one is ended, then all others', async () => {
  const { page } = journey;
  const phone = await signedInElsewhere();
  const [first, second] = [
    await signedInElsewhere('Mozilla/5.0 (Windows NT 10.0) Firefox/145.0'),
    await signedInElsewhere('curl/8'),
  ];
  await openAccount();
  const sessions = page.getByRole('group', { name: 'Sessions' });
  for (const name of ['Chrome on Linux', 'Firefox on Windows', 'Unknown browser'])
    await sessions.getByText(name).waitFor();
  const allow = await refuse(page, 'DELETE', '/api/auth/sessions/*', { status: 503, message: 'Back in a moment' });
  const end = sessions.getByRole('button', { name: 'Sign out Safari on iPhone' });
  await end.click();
  await toast(page, 'Sign Out Failed');
  await allow();
  await end.click();
  await toast(page, 'That session has ended.');
  await end.waitFor({ state: 'detached' });
  await sessions.and(page.locator(':focus')).waitFor();
  expect([await statusOf(phone), await statusOf(first)]).toEqual([401, 200]);

  await sessions.getByRole('button', { name: 'Sign out all others' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out all other browsers?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await sessions.getByRole('button', { name: 'Sign out all others' }).click();
  await dialog.getByRole('button', { name: 'Sign out all others' }).click();
  await confirmIdentity(page);
  await toast(page, 'All other sessions have ended.');
  await sessions.getByText('Firefox on Windows').waitFor({ state: 'detached' });
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
  await sessions.getByText('This browser').waitFor();
});

it('all data of the user is downloaded', async () => {
  const { page } = journey;
  await openAccount();
  const start = page.getByRole('button', { name: 'Export My Data' });
  const allow = await refuse(page, 'GET', '/api/auth/user/export', { status: 429, message: 'Too many requests' });
  await start.click();
  await toast(page, 'Export Failed');
  await toast(page, 'Too many requests');
  await allow();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await start.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await start.and(page.locator(':focus')).waitFor();
  await start.click();
  await question.getByLabel('Your password').fill('not the password');
  await page.keyboard.press('Enter');
  await question.getByText('The password is not right').waitFor();
  const downloading = page.waitForEvent('download');
  await confirmIdentity(page);
  const download = await downloading;
  await toast(page, 'Export Complete');
  expect(download.suggestedFilename()).toMatch(/^earshot-\d{4}-\d\d-\d\d\.zip$/);
  const users = unzipSync(await readFile(await download.path()))['users.json'];
  expect(JSON.parse(strFromU8(users ?? new Uint8Array()))).toMatchObject([{ email }]);
});

it('an account is deleted once its address is typed, also with unsaved settings, and leads to the start', async () => {
  const { page } = journey;
  const other = await signedInElsewhere();
  await openAccount();
  const remove = page.getByRole('button', { name: 'Delete My Account' });
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete everything' });
  await remove.click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await remove.and(page.locator(':focus')).waitFor();

  await page.getByRole('switch', { name: 'Email notifications' }).click();
  await page.getByText('Unsaved changes').waitFor();
  await remove.click();
  await dialog.getByLabel(`Type ${email} to confirm`).fill('somebody@else.example');
  await becomes(() => confirm.isDisabled(), true);
  await confirm.hover();
  await page.getByRole('tooltip', { name: 'Type the address of your account first' }).waitFor();
  await dialog.getByLabel(`Type ${email} to confirm`).press('Enter');
  await dialog.getByText('This is not the address of your account').waitFor();
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email.toUpperCase());
  const allow = await refuse(page, 'DELETE', '/api/auth/user', { status: 503, message: 'Back in a moment' });
  await confirm.click();
  await toast(page, 'Delete Failed');
  await dialog.getByRole('alert').getByText('Back in a moment').waitFor();
  await allow();
  await confirm.click();
  await confirmIdentity(page);
  await page.waitForURL(`${journey.url}/`);
  expect(await statusOf(other)).toBe(401);
  const again = await other.ask('/api/auth/login', { method: 'POST', body: { email, password } });
  expect(again.status).toBe(401);
});

it('a new address counts once the link in the mail to it is opened', async () => {
  const { page, url, product } = journey;
  await openAccount();
  const field = page.getByLabel('New email address');
  const change = page.getByRole('button', { name: 'Change Address' });
  await field.fill('nowhere');
  await change.click();
  await page.getByText('Please enter a valid email address').waitFor();
  const next = newEmail('moved');
  await field.fill(next);
  await change.click();
  await confirmIdentity(page);
  await toast(page, 'Email Sent');
  await page.getByText(`You sign in with ${email}`, { exact: false }).waitFor();
  const link = await linkIn(product, next, 'Confirm the new');
  await page.goto(url + link.pathname + link.search);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByText('Your account has the new email address').waitFor();
  await openAccount();
  await page.getByText(`You sign in with ${next}`, { exact: false }).waitFor();
  await page.goto(`${url}/confirm-address?token=wrong`);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByRole('alert').filter({ hasText: 'no longer valid' }).waitFor();
});

it('an account without a password confirms at its provider, and returns to the page', async () => {
  const { page, complaints, close } = await openPage(journey.browser);
  await openSettingsWithSandbox(page);
  const start = page.getByRole('button', { name: 'Export My Data' });
  await start.click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await question.getByRole('button', { name: 'Sign in with Sandbox ID' }).click();
  await page.getByRole('button', { name: 'Ada Founder' }).click();
  await page.waitForURL(`${journey.url}/dashboard/settings`);
  await toast(page, 'Confirmed');
  await start.click();
  await toast(page, 'Export Complete');
  expect(complaints).toEqual([]);
  await close();
});

it('an account of an identity provider gets a password by mail', async () => {
  const { page, complaints, close } = await openPage(journey.browser);
  await openSettingsWithSandbox(page);
  await page.getByText('You sign in through an identity provider', { exact: false }).waitFor();
  expect(await page.getByLabel('Current password').count()).toBe(0);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await toast(page, 'Email Sent');
  expect(complaints).toEqual([]);
  await close();
});
