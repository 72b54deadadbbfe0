import { until } from '@earshot/core/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Milliseconds for whatever a page does, on a machine that is busy with much else. */
const patienceMs = 120_000;

/** The Chromium named by CHROMIUM, else one in the usual places. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('No Chromium was found. Install one, or set CHROMIUM=/path/to/chromium');
  }
  return chromium.launch({ executablePath, args: [...switches, ...more], timeout: patienceMs });
}

export interface WatchedPage {
  readonly page: Page;
  /** Console errors and warnings and uncaught errors so far, less failed loads of answers provoked on purpose. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** A page of a new visitor whose every complaint is noted. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  // Of every page that is opened in it, and of its calls.
  context.setDefaultTimeout(patienceMs);
  await noteToasts(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const provoked = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !provoked) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints, close: () => context.close() };
}

/** Fills the register form as a person would. Ends on the leads page. */
export async function register(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByText('Create an account').click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour');
  await page.getByLabel('Confirm password').fill('a quiet harbour');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/dashboard/leads**');
}

/** Signs out as a person would. Ends on the landing page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign out$/ }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Gives a page the session of somebody who signed in by calls. */
export async function signInAs(page: Page, visitor: Visitor): Promise<void> {
  const cookies = visitor.cookieHeader.split('; ').map((cookie) => {
    const at = cookie.indexOf('=');
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: visitor.url };
  });
  await page.context().addCookies(cookies);
}

/** What the toasts of a page said that nobody has waited for yet: a list for each, oldest first. */
const toasts = new WeakMap<Page, string[][]>();

/** Runs in each page: tells the words of every toast when it appears; a slow machine might look when it is gone. */
const tellToasts = `
  const region = '[role=region][aria-label^=Notification]';
  const told = new WeakSet();
  const tell = (item) => {
    if (told.has(item) || item.closest(region) === null) return;
    told.add(item);
    globalThis.earshotToast([...item.querySelectorAll('*')].map((part) => part.textContent));
  };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLLIElement) tell(node);
      // The first one comes with its region on pages that fetch both when needed.
      else if (node instanceof Element) node.querySelectorAll('li').forEach(tell);
    }
  }).observe(document, { childList: true, subtree: true });
`;

async function noteToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('earshotToast', ({ page }, words: string[]) => {
    toasts.set(page, [...(toasts.get(page) ?? []), words]);
  });
  await context.addInitScript(tellToasts);
}

/**
 * Waits for a toast with this title or description; the same words in the live region for readers do not count. One
 * that has gone since the last wait counts; one that came before the last that was waited for does not.
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
