import { until } from '@earshot/core/testing';
import type { Visitor } from './visitor.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Timeout for actions on a page, in milliseconds. It is long because the machine may be busy. */
export const patienceMs = 120_000;

/** Opens the Chromium that CHROMIUM names, or one from the usual paths. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('No Chromium was found. Install one, or set CHROMIUM=/path/to/chromium');
  }
  return chromium.launch({ executablePath, args: [...switches, ...more], timeout: patienceMs });
}

/**
 * How many times slower the pages compute. `SLOW_PAGES=8` shows races that otherwise appear only on a busy machine. Waiting
 * for the network and for timers takes as long as before.
 */
const slowdown = Number(process.env['SLOW_PAGES'] ?? 1);

export interface WatchedPage {
  readonly page: Page;
  /**
   * Console errors, console warnings and uncaught errors so far, except failed loads that the tests provoke on purpose.
   */
  readonly complaints: string[];
  /** What the page shows, and which of its requests have no answer: why a journey waited in vain. */
  describe(): Promise<string>;
  close(): Promise<void>;
}

/** Opens a page in a new browser context and records its console errors and warnings. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  // The timeout applies to every page of the context and to its requests.
  context.setDefaultTimeout(patienceMs);
  await recordToasts(context);
  const page = await context.newPage();
  if (slowdown > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  const complaints: string[] = [];
  page.on('console', (message) => {
    const provoked = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !provoked) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints, describe: describer(page), close: () => context.close() };
}

function describer(page: Page): WatchedPage['describe'] {
  const waiting = new Set<Request>();
  const failed: string[] = [];
  page.on('request', (request) => waiting.add(request));
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => {
    waiting.delete(request);
    failed.push(`${request.url()} (${request.failure()?.errorText})`);
  });
  return async () => {
    const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    const unanswered = [...waiting].map((request) => request.url());
    return [`${page.url()} shows:`, text, 'No answer to:', ...unanswered, 'Failed:', ...failed].join('\n');
  };
}

/** Fills in the registration form. Ends on the leads page. */
export async function register(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByText('Create an account').click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour');
  await page.getByLabel('Confirm password').fill('a quiet harbour');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard/leads**');
}

/** Signs out with the button. Ends on the landing page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign out$/ }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** The cookies of a visitor who signed in over HTTP, as browsers take them. */
export function sessionCookies({ cookieHeader, url }: Visitor): { name: string; value: string; url: string }[] {
  return cookieHeader.split('; ').map((cookie) => {
    const at = cookie.indexOf('=');
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url };
  });
}

/** Gives the page the session of a visitor who signed in over HTTP. */
export async function signInAs(page: Page, visitor: Visitor): Promise<void> {
  await page.context().addCookies(sessionCookies(visitor));
}

/** The texts of each page's toasts that no test has waited for yet: one list per toast, oldest first. */
const toasts = new WeakMap<Page, string[][]>();

/**
 * Runs in each page and reports the texts of every toast when it appears. On a slow machine a later look could miss it.
 */
const reportToasts = `
  const region = '[role=region][aria-label^=Notification]';
  const reported = new WeakSet();
  const report = (item) => {
    if (reported.has(item) || item.closest(region) === null) return;
    reported.add(item);
    globalThis.earshotToast([...item.querySelectorAll('*')].map((part) => part.textContent));
  };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLLIElement) report(node);
      // The first one comes with its region on pages that fetch both when needed.
      else if (node instanceof Element) node.querySelectorAll('li').forEach(report);
    }
  }).observe(document, { childList: true, subtree: true });
`;

async function recordToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('earshotToast', ({ page }, words: string[]) => {
    toasts.set(page, [...(toasts.get(page) ?? []), words]);
  });
  await context.addInitScript(reportToasts);
}

/**
 * Waits for a toast with this title or description. The copy of the text in the live region for screen readers does not
 * count. A toast that has disappeared since the last wait counts. A toast older than the last one waited for does not
 * count.
 */
export async function toast(page: Page, text: string): Promise<void> {
  await until(`the toast "${text}" on ${page.url()}`, () => {
    const left = toasts.get(page) ?? [];
    const at = left.findIndex((words) => words.includes(text));
    if (at < 0) return false;
    const [words = [], ...later] = left.slice(at);
    toasts.set(page, [words.filter((word) => word !== text), ...later]);
    return true;
  });
}
