import { redditAccount } from '@earshot/proto/http/outreach';
import { z } from 'zod';
import type { Visitor } from './visitor.ts';

/**
 * Starts linking, and answers the sandbox's page as a browser does. Resolves with the path of our own page on which it
 * ends.
 */
async function answerSandbox(visitor: Visitor, account: string, choice: 'Allow' | 'Decline'): Promise<string> {
  const begun = await visitor.ask('/api/reddit/link');
  const page = new URL(begun.headers.get('location') ?? '');
  const form = new URLSearchParams([...page.searchParams, ['account', account], ['authorize', choice]]);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: page.origin };
  const agreed = await visitor.ask(page.pathname, { method: 'POST', headers, body: form.toString() });
  const back = new URL(agreed.headers.get('location') ?? '');
  const places = [page.origin, back.origin, back.pathname].join(' ');
  if (places !== `${visitor.url} ${visitor.url} /api/reddit/callback`)
    throw new Error(`unexpected redirects: ${places}`);
  const ended = await visitor.ask(back.pathname + back.search);
  return ended.headers.get('location') ?? '';
}

/** Links an account of the sandbox. Resolves with its id. */
export async function linkAccount(visitor: Visitor, account: string): Promise<string> {
  const ended = await answerSandbox(visitor, account, 'Allow');
  const accounts = await visitor.get(z.array(redditAccount), '/api/reddit/accounts');
  const id = accounts.find(({ username }) => username === account)?.id;
  if (id === undefined) throw new Error(`linking ended on ${ended}`);
  return id;
}
