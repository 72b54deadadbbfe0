import { user } from '@earshot/proto/http/auth';
import { type Lead, leadList } from '@earshot/proto/http/lead';
import type { Locator, Page } from 'playwright-core';
import { findLeads } from './find-leads.ts';
import type { Journeys } from './journeys.ts';
import { newEmail } from './visitor.ts';

/** The leads page of a new member. */
export interface LeadDesk {
  readonly page: Page;
  readonly userId: string;
  readonly url: string;
  /** The card of a lead, by its title. */
  card(title: string): Locator;
  /** Titles in the order in which they are shown. */
  titles(): Promise<string[]>;
  /** Opens the leads page with this query, leads of all statuses and the newest first unless it says otherwise, and waits for its first card. */
  open(query?: string): Promise<void>;
  /** The leads on the server, as the list call returns them. */
  leads(query?: string): Promise<Lead[]>;
  /** Publishes `count` more found posts to the server. */
  find(count: number): Promise<void>;
}

/** Registers a member in the page of a journey and gives them `count` leads. */
export async function leadDesk({ page, url, product }: Journeys, count: number): Promise<LeadDesk> {
  const data = { email: newEmail('desk'), password: 'a quiet harbour' };
  const made = await page.request.post(`${url}/api/auth/register`, { data });
  const userId = user.parse(await made.json()).id;
  let found = 0;
  const find = async (more: number) => {
    await findLeads(product, userId, more, found);
    found += more;
  };
  if (count > 0) await find(count);
  return {
    page,
    userId,
    url,
    find,
    card: (title) => page.getByRole('article', { name: title, exact: true }),
    titles: () => page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts(),
    open: async (query = '') => {
      const search = new URLSearchParams(query);
      if (!search.has('sortBy')) search.set('sortBy', 'recent');
      if (!search.has('status')) search.set('status', 'all');
      await page.goto(`${url}/dashboard/leads?${search.toString()}`);
      await page.getByRole('article').first().waitFor();
    },
    leads: async (query = '') => {
      const answer = await page.request.get(`${url}/api/leads?limit=100${query}`);
      return [...leadList.parse(await answer.json()).leads];
    },
  };
}
