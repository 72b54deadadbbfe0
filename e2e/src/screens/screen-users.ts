import type { Browser } from 'playwright-core';
import { openPage, signInAs, type WatchedPage } from '../browser.ts';
import { founder, scanToEnd } from '../founder.ts';
import { speak } from '../full-life.ts';
import { makeAdmin } from '../make-admin.ts';
import type { Product } from '../product.ts';
import { business, sandboxCommunities } from '../set-up.ts';
import { Visitor } from '../visitor.ts';

/**
 * The users who look at screens: an anonymous visitor, a new member without data, and an administrator with data
 * everywhere.
 */
export type ScreenUser = 'visitor' | 'newcomer' | 'owner';

const ownerEmail = 'maya@invoicenest.example';

/** Opens one page per user, signed in once. All their data is created over HTTP before the first screen. */
export async function screenUsers(product: Product, browser: Browser): Promise<Record<ScreenUser, WatchedPage>> {
  const owner = await fullOwner(product);
  const newcomer = await Visitor.registered(product.url);
  return {
    visitor: await openPage(browser),
    newcomer: await signedIn(browser, newcomer),
    owner: await signedIn(browser, owner),
  };
}

/** Creates leads of two scans, drafts, messages, a linked account, notifications, and searches of visitors. */
async function fullOwner(product: Product): Promise<Visitor> {
  const member = await founder(product.url, ownerEmail);
  const { visitor } = member;
  await makeAdmin(product, ownerEmail, async (path) => (await visitor.ask(path)).status);
  const post = (path: string, body: object) => visitor.ask(path, { method: 'POST', body });
  for (const name of sandboxCommunities.slice(0, 8)) await post('/api/subreddits', { name });
  await scanToEnd(visitor);
  await speak(member);
  for (const productDescription of [business, 'A booking tool for dog trainers and small kennels'])
    await post('/api/public/discover-subreddits', { productDescription });
  return visitor;
}

async function signedIn(browser: Browser, visitor: Visitor): Promise<WatchedPage> {
  const watched = await openPage(browser);
  await signInAs(watched.page, visitor);
  return watched;
}
