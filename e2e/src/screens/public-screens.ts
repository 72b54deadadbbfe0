import type { Page } from 'playwright-core';
import { business } from '../set-up.ts';
import type { Screen } from './screen.ts';

async function openDiscovery(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discover Communities' }).first().click();
  await page.getByLabel('Product description').fill(business);
}

async function findCommunities(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Find Communities' }).click();
  await page.getByRole('button', { name: 'Try Another' }).waitFor();
}

async function openRegistration(page: Page): Promise<void> {
  await page.getByText('Create an account').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('main').getByText('Email and password are required').first().waitFor();
}

/** Screens that need no session. */
export const publicScreens: readonly Screen[] = [
  {
    name: 'landing',
    who: 'visitor',
    path: '/',
    shows: 'Find your next customers on',
    then: [
      { name: 'discover', prepare: openDiscovery },
      { name: 'discover-results', prepare: findCommunities },
    ],
  },
  { name: 'scores', who: 'visitor', path: '/how-scores-are-measured', shows: 'What a high score means' },
  {
    name: 'sign-in',
    who: 'visitor',
    path: '/auth',
    shows: 'Sign in to Earshot',
    then: [{ name: 'register', prepare: openRegistration }],
  },
  { name: 'account-password', who: 'visitor', path: '/auth/password', shows: 'Enter your password' },
  { name: 'second-step', who: 'visitor', path: '/auth?step=factor', shows: 'Start again' },
  { name: 'forgot-password', who: 'visitor', path: '/forgot-password', shows: 'Send the link' },
  { name: 'reset-password', who: 'visitor', path: '/reset-password?token=some', shows: 'Set the password' },
  { name: 'verify-email', who: 'visitor', path: '/verify-email?token=wrong', shows: /no longer valid|not right/ },
  { name: 'confirm-address', who: 'visitor', path: '/confirm-address?token=some', shows: 'Use this address' },
  { name: 'first-admin', who: 'visitor', path: '/first-admin#some', shows: 'Sign in first' },
  { name: 'unsubscribe', who: 'visitor', path: '/unsubscribe?token=some', shows: 'Unsubscribe' },
  { name: 'dev-access', who: 'visitor', path: '/dev-access', servedAs: '/auth', shows: 'Access Dashboard' },
  { name: 'not-found', who: 'visitor', path: '/no/such/page', shows: '404 Page Not Found' },
];
