import { user } from '@earshot/proto/http/auth';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { journeys } from '../../src/journeys.ts';
import { type OpenIdServer, openIdServer, providerSettings } from '../../src/openid-server.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

describe('Sandbox ID, where no provider is set', () => {
  const journey = journeys();

  it('Continue with Sandbox ID leads to the page that was asked for, and no rule of ours is broken on the way', async () => {
    const { page, url } = journey;
    await page.goto(`${url}/dashboard/configuration`);
    await page.waitForURL('**/auth?return=**');
    await page.getByRole('button', { name: 'Continue with Sandbox ID' }).click();
    await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor();
    await page.getByRole('button', { name: 'Ada Founder' }).click();
    await page.waitForURL('**/dashboard/configuration');
    await page.getByLabel('Business description').waitFor();
  });
});

describe('Sandbox ID and an account that it did not make', () => {
  const journey = journeys();

  it('leads to a page that asks for the password of the account, and then to the page that was asked for', async () => {
    const { page, url } = journey;
    const { email } = await (await Visitor.registered(url)).get(user, '/api/auth/user');
    await page.goto(`${url}/dashboard/configuration`);
    await page.getByText(/demo accounts: anyone on this machine can open them/).waitFor();
    await page.getByRole('button', { name: 'Continue with Sandbox ID' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Enter your password' }).waitFor();
    const submit = page.getByRole('button', { name: 'Sign in' });
    await submit.click();
    await page.getByText('Password is required').waitFor();
    await page.getByLabel('Password').fill('not the password');
    await submit.click();
    await page.getByText('This password is wrong').waitFor();
    await page.getByLabel('Password').fill('a quiet harbour');
    await submit.click();
    await page.waitForURL('**/dashboard/configuration');
    await page.getByLabel('Business description').waitFor();
  });

  it('says that a sign-in without its cookie must start again', async () => {
    const { page, url } = journey;
    await page.goto(`${url}/auth/password`);
    await page.getByLabel('Password').fill('a quiet harbour');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This sign-in took too long; start it again').waitFor();
    await page.getByRole('link', { name: 'To the sign-in page' }).click();
    await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor();
  });
});

describe('a provider of somebody else', () => {
  let server: OpenIdServer;
  beforeAll(async () => {
    server = await openIdServer(() => `${journey.url}/api/login/callback`);
  });
  const journey = journeys({
    settings: () => providerSettings(server),
  });
  afterAll(() => server.stop());

  it('is named on its button, shows why it refused, and signs in to the wanted page', async () => {
    const { page, url } = journey;
    const button = page.getByRole('button', { name: 'Continue with Example Work' });
    await page.goto(`${url}/dashboard/configuration`);
    await page.waitForURL('**/auth?return=**');
    await button.click();
    await page.getByRole('alert').getByText('You did not agree to sign in.').waitFor();
    server.person = { sub: 'wren', email: newEmail('wren'), email_verified: true, name: 'Wren Okafor' };
    await button.click();
    await page.waitForURL('**/dashboard/configuration');
    await page.getByLabel('Business description').waitFor();
    expect(await page.getByRole('button', { name: 'Continue with' }).count()).toBe(0);
  });
});
