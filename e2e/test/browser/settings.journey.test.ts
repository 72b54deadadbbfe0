import { beforeEach, expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter } from '../../src/enter.ts';
import { choose, optionsOf, refuse } from '../../src/forms.ts';
import { journeys } from '../../src/journeys.ts';
import { linkIn } from '../../src/mailbox.ts';
import { newEmail } from '../../src/visitor.ts';

const journey = journeys();
let email: string;

beforeEach(async () => {
  email = newEmail('settler');
  await enter(journey.page, journey.url, email);
});

async function openSettings(): Promise<void> {
  await journey.page.goto(`${journey.url}/dashboard/settings`);
  await journey.page.getByRole('button', { name: 'Save Settings' }).waitFor();
}

it('models, limit and mails are chosen, saved and found again', async () => {
  const { page } = journey;
  await openSettings();
  const models = ['Lead scoring model', 'Message generation model'].map((name) => page.getByRole('combobox', { name }));
  // Without a model, they can be chosen all the same.
  await page.getByText('Your choice applies once a model is connected.').waitFor();
  for (const name of ['AI Model Preferences', 'Daily Limits', 'Notifications', 'Linked accounts'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  // Before the first save, the page shows the defaults of the API.
  expect(await Promise.all(models.map((select) => select.textContent()))).toEqual(['gpt-5-mini', 'gpt-5']);
  const older = ['gpt-4o', 'gpt-4', 'gpt-3.5-turbo'];
  const scoring = await optionsOf(page, 'Lead scoring model');
  expect(scoring).toEqual(['gpt-5-mini', 'gpt-5-nano', 'gpt-5', ...older]);
  const writing = await optionsOf(page, 'Message generation model');
  expect(writing).toEqual(['gpt-5', 'gpt-5-chat-latest', 'gpt-5-mini', ...older]);
  const limits = await optionsOf(page, 'Max leads per day');
  expect(limits).toEqual(['50 leads', '100 leads', '200 leads', '500 leads', 'Unlimited']);

  await choose(page, 'Lead scoring model', 'gpt-5-nano');
  await choose(page, 'Message generation model', 'gpt-4o');
  await choose(page, 'Max leads per day', 'Unlimited');
  const mails = page.getByRole('switch', { name: 'Email notifications' });
  await mails.click();
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/user-preferences'))
      sent.push(request.postDataJSON());
  });
  const allow = await refuse(page, 'POST', '/api/user-preferences', { status: 503, message: 'Back in a moment' });
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await toast(page, 'Save Failed');
  await toast(page, 'Back in a moment');
  await page.getByRole('main').getByRole('alert').getByText('Back in a moment.').waitFor();
  await allow();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await toast(page, 'Settings Saved');
  await toast(page, 'Your preferences have been updated successfully.');
  const chosenModels = { leadScoringModel: 'gpt-5-nano', messageGenerationModel: 'gpt-4o' };
  expect(sent.at(-1)).toEqual({ ...chosenModels, maxLeadsPerDay: 1000, emailNotifications: false });
  await page.reload();
  for (const chosen of ['gpt-5-nano', 'gpt-4o', 'Unlimited'])
    await page.getByRole('main').getByText(chosen, { exact: true }).waitFor();
  await becomes(() => mails.isChecked(), false);
});

it('an address that is not verified gets its mail again, and coming back shows that it is verified', async () => {
  const { page } = journey;
  await openSettings();
  await page.getByText(`Emails go only to a verified address, and ${email} is not verified yet.`).waitFor();
  await page.getByRole('button', { name: 'Send verification again' }).click();
  await toast(page, 'Verification Sent');
  await toast(page, 'We sent you an email with a link');
  const allow = await refuse(page, 'POST', '/api/auth/verify-email', { status: 429, message: 'Too many requests' });
  await page.getByRole('button', { name: 'Send verification again' }).click();
  await toast(page, 'Verification Not Sent');
  await allow();
  const link = await linkIn(journey.product, email, 'Confirm');
  expect((await page.request.get(`${journey.url}/api/auth${link.pathname}${link.search}`)).status()).toBe(200);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.getByText(`Emails go to ${email}, which is verified.`).waitFor();
});

it('an anchor leads to its section, and at 390 px all is in reach', async () => {
  const { page } = journey;
  await openSettings();
  const nav = page.getByRole('navigation', { name: 'On this page' });
  const current = nav.locator('[aria-current="location"]');
  await current.filter({ hasText: 'Preferences' }).waitFor();
  await nav.getByRole('link', { name: 'Delete account' }).click();
  await current.filter({ hasText: 'Delete account' }).waitFor();
  const remove = page.getByRole('button', { name: 'Delete My Account' });
  await page.waitForFunction(
    () => (document.getElementById('delete-account')?.getBoundingClientRect().top ?? 9999) < innerHeight,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await choose(page, 'Max leads per day', '50 leads');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await toast(page, 'Settings Saved');
  await remove.scrollIntoViewIfNeeded();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBe(0);
});
