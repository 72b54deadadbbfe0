import type { Page } from 'playwright-core';
import { user } from '@earshot/proto/http/auth';
import { newEmail } from './visitor.ts';

export const password = 'a quiet harbour';

/**
 * Registers with the same call as the page's own scripts. This is faster than the form, which has separate journeys.
 */
export async function enter(
  page: Page,
  url: string,
  email = newEmail('member'),
): Promise<{ id: string; email: string }> {
  const answer = await page.request.post(`${url}/api/auth/register`, { data: { email, password } });
  if (answer.status() !== 201) throw new Error(`registration answered ${answer.status()}`);
  return user.parse(await answer.json());
}

/** Opens a page of the dashboard and waits until the app shell is rendered. */
export async function openDashboard(page: Page, url: string, path = '/dashboard/leads'): Promise<void> {
  await page.goto(url + path);
  await page.getByRole('button', { name: /^Notifications/ }).waitFor();
}
