import { allServices } from '@earshot/all-in-one/services';
import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter, password } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { newEmail } from '../../src/visitor.ts';

const journey = journeys();

it('the login form names missing and wrong input, and signs in with the right one', async () => {
  const { page, url } = journey;
  const { email } = await enter(page, url);
  await page.context().clearCookies();
  await page.goto(`${url}/auth?return=%2Fdashboard%2Fmessages`);
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await signIn.click();
  await toast(page, 'Validation error');
  await toast(page, 'Please fill in all fields');
  await page.getByLabel('Email').fill(email);
  await signIn.click();
  await page.getByRole('main').getByText('Please fill in all fields').waitFor();
  await page.getByLabel('Password').fill('not the password');
  await signIn.click();
  await toast(page, 'Login failed');
  await toast(page, 'Invalid email or password');
  await page.getByRole('main').getByRole('alert').getByText('Invalid email or password.').waitFor();
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await signIn.click();
  await page
    .getByRole('main')
    .getByRole('alert')
    .getByText(/answer could not be read/)
    .waitFor();
  const failed = page.getByRole('listitem').filter({ hasText: 'Login failed' }).filter({ hasNotText: 'Invalid' });
  await becomes(() => failed.innerText(), 'Login failed');
  await page.unroute('**/api/auth/login');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await toast(page, 'Login successful');
  await toast(page, 'Welcome back!');
  await page.waitForURL('**/dashboard/messages');
  await page.goto(`${url}/auth`);
  await page.waitForURL('**/dashboard/leads');
});

it('password fields hide their text, and take pastes and password managers', async () => {
  const { page, url } = journey;
  await page.goto(`${url}/auth`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Confirm password').waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
  await page.evaluate(() => navigator.clipboard.writeText('a pasted harbour'));
  for (const field of [page.getByLabel('Password', { exact: true }), page.getByLabel('Confirm password')]) {
    expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
      'password',
      'new-password',
    ]);
    await field.focus();
    await page.keyboard.press('Control+v');
    await becomes(() => field.inputValue(), 'a pasted harbour');
  }
  await page.goto(`${url}/auth`);
  const known = page.getByLabel('Password', { exact: true });
  expect([await known.getAttribute('type'), await known.getAttribute('autocomplete')]).toEqual([
    'password',
    'current-password',
  ]);
});

it('the register form names missing input and what the server refuses', async () => {
  const { page, url } = journey;
  const { email: taken } = await enter(page, url);
  await page.context().clearCookies();
  await page.goto(`${url}/auth`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.waitForFunction(() => document.title === 'Create your account · Earshot');
  const create = page.getByRole('button', { name: 'Create account' });
  const first = page.getByLabel('Password', { exact: true });
  const second = page.getByLabel('Confirm password');
  await create.click();
  await toast(page, 'Validation error');
  await toast(page, 'Email and password are required');
  // One attempt shows the error of each field.
  await page.getByLabel('Email').fill('nobody');
  await first.fill('short');
  await second.fill('other');
  await create.click();
  const form = page.getByRole('main');
  for (const problem of [
    'Please enter a valid email address',
    'Passwords do not match',
    'Password must be at least 8 characters long',
  ])
    await form.getByText(problem, { exact: true }).waitFor();
  await page.getByLabel('Email').fill(taken);
  await first.fill('short');
  await second.fill('other');
  await create.click();
  await toast(page, 'Passwords do not match');
  await second.fill('short');
  await create.click();
  await toast(page, 'Password must be at least 8 characters long');
  await first.fill(password);
  await second.fill(password);
  await create.click();
  await toast(page, 'Registration failed');
  await page.getByLabel('Email').fill(newEmail('new'));
  await create.click();
  await toast(page, 'Registration successful');
  await page.waitForURL('**/dashboard/leads');
});

it('signing in with a provider takes one click, returns to the wanted page, and explains failures', async () => {
  const { page, url } = journey;
  await page.goto(`${url}/auth?return=%2Fdashboard%2Fsettings&error=denied`);
  await page.getByRole('alert').filter({ hasText: 'You did not agree to sign in.' }).waitFor();
  const left = page.waitForRequest((request) => request.isNavigationRequest() && request.url().includes('/api/login'));
  await page.getByRole('button', { name: 'Continue with Sandbox ID' }).click();
  expect(new URL((await left).url()).searchParams.get('return')).toBe('/dashboard/settings');
});

it('the form does not wait for providers that do not answer', async () => {
  const { page, url } = journey;
  await page.route('**/api/auth/providers', () => new Promise(() => {}));
  await page.goto(`${url}/auth`);
  await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor();
  expect(await page.getByRole('button', { name: /^Continue with/ }).count()).toBe(0);
});

it('the link for the first administrator opens the admin dashboard', async () => {
  const { page, url, product } = journey;
  const auth = allServices.find(({ name }) => name === 'auth');
  const [token = ''] = (await auth?.operations?.['first-admin-link']?.([], product.platformOf('auth'))) ?? [];
  await enter(page, url);
  await page.goto(`${url}/first-admin#${token}`);
  await page.getByRole('button', { name: 'Become administrator' }).click();
  await toast(page, 'Rights Granted');
  await toast(page, 'You are an administrator now');
  await page.waitForURL('**/admin/analytics');
  await page.getByRole('group', { name: 'Total Users' }).waitFor();
});
