import { expect, it } from '@jest/globals';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { primaryActions } from '../../src/primary-actions.ts';

const password = 'let me in';
const journey = journeys({ settings: { DEV_ACCESS_PASSWORD: password } });

it('before the release a page leads to the gate; the password opens the way to the sign-in', async () => {
  const { page, url } = journey;
  await page.goto(url);
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Start now' }).count()).toBe(0);
  const hero = page.getByRole('region', { name: 'Find your next customers on Reddit' });
  expect(await primaryActions(hero)).toEqual(['Join the waitlist']);
  await page.goto(`${url}/dashboard/leads`);
  await page.waitForURL('**/dev-access');
  const enter = page.getByRole('button', { name: 'Access Dashboard' });
  await enter.click();
  await toast(page, 'Password is required');
  await page.getByLabel('Password').fill('a guess');
  await enter.click();
  await toast(page, 'Invalid password. Access denied.');
  await page.getByLabel('Password').fill(password);
  await enter.click();
  await page.waitForURL('**/auth');
  await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor();
});

it('the gate shows that it verifies, and then the result', async () => {
  const { page, url } = journey;
  await page.goto(`${url}/dev-access`);
  const enterButton = page.getByRole('button', { name: 'Access Dashboard' });
  await enterButton.click();
  await toast(page, 'Password is required');
  let answer = () => {};
  await page.route('**/api/dev-auth', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 401, body: '' });
  });
  await page.getByLabel('Password').fill('a guess');
  await enterButton.click();
  await page.getByRole('button', { name: 'Verifying...' }).waitFor();
  answer();
  await toast(page, 'Invalid password. Access denied.');
  await page.unrouteAll();
  await page.getByLabel('Password').fill(password);
  await enterButton.click();
  await page.waitForURL('**/auth');
});

it('the page of the API shows the calls, asks nobody outside and breaks no rule of ours', async () => {
  const { page, url } = journey;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const opened = await page.request.post(`${url}/api/dev-auth`, { data: { password } });
  expect(opened.status()).toBe(200);
  await page.goto(`${url}/api/docs`);
  await page.getByText('/api/leads/{id}/generate-message').first().waitFor();
  await page.getByText('Makes an account and signs in').click();
  await page.getByText('An account with this email already exists').first().waitFor();
  expect(await page.getByText('Warning').count()).toBe(0);
  expect(asked.filter((other) => !other.startsWith(url) && !other.startsWith('data:'))).toEqual([]);
});
