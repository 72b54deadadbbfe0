import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { toast } from '../../src/browser.ts';
import { enter } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

const journey = journeys();
const password = 'a quiet harbour';

const noted = z.object({ toasts: z.array(z.number()), left: z.array(z.number()) });
/** Records when the toast appears and when the page navigates to the sign-in. */
const notes = `
  globalThis.noted = { toasts: [], left: [] };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLLIElement && node.textContent.includes('Unauthorized')) noted.toasts.push(performance.now());
  }).observe(document, { childList: true, subtree: true });
  navigation.addEventListener('navigate', ({ destination }) => {
    if (new URL(destination.url).pathname === '/auth') noted.left.push(performance.now());
  });
`;

/** Signs in to the same account elsewhere and ends every other session. */
async function endElsewhere(email: string): Promise<void> {
  const elsewhere = new Visitor(journey.url);
  await elsewhere.ask('/api/auth/login', { method: 'POST', body: { email, password } });
  await elsewhere.confirm();
  const { status } = await elsewhere.ask('/api/auth/sessions', { method: 'DELETE' });
  expect(status).toBe(204);
}

/** Blocks live updates, so the page does not learn of the end without a call. */
const silence = (page: Page) => page.routeWebSocket('**/ws', () => {});

interface Way {
  readonly name: string;
  /** Runs before the page is opened. */
  readonly before: (page: Page) => Promise<void>;
  readonly end: (page: Page, email: string) => Promise<void>;
  readonly back: string;
}

const here = '/dashboard/leads?status=new&sortBy=oldest';
const ways: readonly Way[] = [
  { name: 'by the live channel', before: async () => {}, end: async (_page, email) => endElsewhere(email), back: here },
  {
    name: 'by the next call',
    before: silence,
    end: async (page, email) => {
      await endElsewhere(email);
      await page.getByRole('link', { name: 'Messages' }).click();
    },
    back: '/dashboard/messages',
  },
  {
    name: 'at the next start',
    before: silence,
    end: async (page, email) => {
      await endElsewhere(email);
      await page.reload();
    },
    back: here,
  },
  {
    name: 'by the other tab in which one signs out',
    before: silence,
    end: async (page) => {
      const other = await page.context().newPage();
      await other.goto(`${journey.url}/dashboard/configuration`);
      await other.getByRole('button', { name: 'Sign out' }).click();
      await other.waitForURL(`${journey.url}/`);
      await other.close();
      await page.bringToFront();
    },
    back: here,
  },
];

it.each(ways)(
  'the end of the session is noticed $name, announced once, and the user returns after signing in',
  async (way) => {
    const { page, url } = journey;
    const email = newEmail('leaver');
    await enter(page, url, email);
    await page.addInitScript(notes);
    await way.before(page);
    await page.goto(url + here);
    await page.getByText('Two sentences are enough').waitFor();
    await way.end(page, email);
    await toast(page, 'Unauthorized');
    await toast(page, 'You are logged out. Logging in again...');
    await page.waitForURL((at) => at.pathname === '/auth');
    expect(new URL(page.url()).search).toBe(`?return=${encodeURIComponent(way.back)}`);
    await page.getByLabel('Email').fill(email);
    const { toasts, left } = noted.parse(await page.evaluate('noted'));
    expect({ toasts: toasts.length, left: left.length }).toEqual({ toasts: 1, left: 1 });
    const delay = (left[0] ?? 0) - (toasts[0] ?? 0);
    // The product promises a delay of 500 ms. On a busy machine both times may be late, so the bounds are wide.
    expect(delay).toBeGreaterThan(250);
    expect(delay).toBeLessThan(15_000);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(url + way.back);
  },
);
