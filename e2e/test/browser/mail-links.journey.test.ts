import { it } from '@jest/globals';
import { toast } from '../../src/browser.ts';
import { enter } from '../../src/enter.ts';
import { linkIn } from '../../src/mailbox.ts';
import { journeys } from '../../src/journeys.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

const journey = journeys();

it('a forgotten password is replaced by the link of a mail', async () => {
  const { page, url } = journey;
  const email = newEmail('forgetful');
  await Visitor.registered(url, email);
  await page.goto(`${url}/auth`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Email is required').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('we sent an email with a link to it').waitFor();
  const link = await linkIn(journey.product, email, 'password');
  await page.goto(url + link.pathname + link.search);
  const set = page.getByRole('button', { name: 'Set the password' });
  await page.getByLabel('New password').fill('password');
  await page.getByLabel('Confirm password').fill('other');
  await set.click();
  await page.getByText('Passwords do not match').waitFor();
  await page.getByLabel('Confirm password').fill('password');
  await set.click();
  await page.getByRole('alert').filter({ hasText: 'most used' }).first().waitFor();
  await page.getByLabel('New password').fill('a new harbour');
  await page.getByLabel('Confirm password').fill('a new harbour');
  await set.click();
  await toast(page, 'Password set');
  await page.waitForURL('**/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a new harbour');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard/leads**');
});

it('an address is verified by opening the link; a wrong link shows an error', async () => {
  const { page, url } = journey;
  const { email } = await enter(page, url);
  const link = await linkIn(journey.product, email, 'Confirm');
  await page.goto(url + link.pathname + link.search);
  await page.getByText('Your email address is confirmed').waitFor();
  for (const path of ['/verify-email?token=wrong', '/verify-email']) {
    await page.goto(url + path);
    await page.getByRole('alert').waitFor();
  }
});

it('unsubscribing asks first', async () => {
  const { page, url } = journey;
  await page.goto(`${url}/unsubscribe?token=wrong`);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('alert').filter({ hasText: 'no longer valid' }).waitFor();
});
