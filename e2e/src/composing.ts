import type { CommunityPost } from '@earshot/sources';
import type { Lead } from '@earshot/proto/http/lead';
import { type SentMessage, sentMessage } from '@earshot/proto/http/outreach';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { signInAs } from './browser.ts';
import { leadFrom } from './find-leads.ts';
import type { Product } from './product.ts';
import { business } from './set-up.ts';
import { Visitor } from './visitor.ts';

/** A visitor with an account and a described business, signed in on a page. */
export type Member = Visitor & { readonly userId: string };

/** Registers over HTTP, describes a business, and gives the page the session. */
export async function memberOn(page: Page, url: string): Promise<Member> {
  const member = await Visitor.registered(url);
  const body = { businessDescription: business, scanFrequency: 'manual' };
  await member.ask('/api/configuration', { method: 'POST', body });
  await signInAs(page, member);
  return member;
}

/** Makes a post a lead of the member, opens it on the leads page and returns its card. */
export async function openLead(page: Page, product: Product, member: Member, post: CommunityPost): Promise<Opened> {
  const lead = await leadFrom(product, member.userId, post);
  // In this list the lead stays whatever its status is.
  await page.goto(`${product.url}/dashboard/leads?status=all`);
  return { lead, card: await expand(page, lead) };
}

/** A lead and its card on the page. */
export interface Opened {
  readonly lead: Lead;
  readonly card: Locator;
}

/** Expands the card of a lead, unless the address did, and waits for its composer. */
export async function expand(page: Page, lead: Lead): Promise<Locator> {
  const card = page.getByRole('article').filter({ hasText: lead.title });
  const title = card.getByRole('heading').getByRole('button');
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
  await draftIn(card).waitFor();
  return card;
}

export const draftIn = (card: Locator): Locator => card.getByRole('textbox', { name: 'Draft' });

/** Presses the send button and confirms in the dialog. */
export async function sendFrom(card: Locator, button: 'Send DM' | 'Post Comment'): Promise<void> {
  await card.getByRole('button', { name: button }).click();
  await card.page().getByRole('dialog').getByRole('button', { name: button }).click();
}

/** The member's messages on the server, newest first. */
export const messagesOf = (member: Visitor): Promise<SentMessage[]> =>
  member.get(z.array(sentMessage), '/api/reddit/messages');
