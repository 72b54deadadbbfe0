import { until } from '@earshot/core/testing';
import { user } from '@earshot/proto/http/auth';
import { sentMessage } from '@earshot/proto/http/outreach';
import { scanPost, scanPosts } from '@earshot/proto/http/scan';
import { type Founder, founder, linkAccount, scanToEnd } from './founder.ts';
import { linkIn, mailsTo } from './mailbox.ts';
import type { Product } from './product.ts';
import { business, sandboxCommunities } from './set-up.ts';

/** A member who has used every feature. */
export interface FullLife extends Founder {
  readonly id: string;
  readonly email: string;
}

/** Scans, drafts, messages, notifications, mails and searches: creates data of the member in every service. */
export async function liveFully(product: Pick<Product, 'url' | 'folder'>): Promise<FullLife> {
  const member = await founder(product.url);
  const { visitor, leads } = member;
  const { id, email } = await visitor.get(user, '/api/auth/user');
  const post = (path: string, body: object) => visitor.ask(path, { method: 'POST', body });
  await post('/api/public/discover-subreddits', { productDescription: business });
  await post('/api/waitlist/signup', { email });
  await post('/api/user-preferences', { maxLeadsPerDay: 1000, emailNotifications: true });
  await post('/api/lead-views', { name: `Leads for ${email}`, filters: { minScore: 7 } });
  await post('/api/leads/scan/preview', { subreddit: 'webdev' });
  await speak(member);
  const dropped = `/api/leads/scan/${member.job.id}/posts`;
  const rescuable = (await visitor.get(scanPosts, dropped)).posts.find((one) => one.canRescue);
  if (rescuable === undefined) throw new Error('the scan dropped nothing');
  await visitor.get(scanPost, `${dropped}/${rescuable.postId}/rescue`, { method: 'POST' });

  const link = await linkIn(product, email, 'Confirm');
  await visitor.ask(`/api/auth/verify-email${link.search}`);
  await post('/api/auth/forgot-password', { email });
  await linkIn(product, email, 'password');
  await post('/api/configuration', { notificationMethod: 'email', scanFrequency: 'daily' });
  for (const name of sandboxCommunities) await post('/api/subreddits', { name });
  const { newLeadsFound } = await scanToEnd(visitor);
  if (newLeadsFound === 0) throw new Error('no new lead to mail about');
  const digest = async () => (await mailsTo(product, email)).some((mail) => mail.subject?.includes('new lead'));
  await until('the digest', digest);
  return { ...member, leads, id, email };
}

/** Creates drafts and a reminder, and sends a direct message and a comment through a linked account. */
export async function speak({ visitor, leads: [first, second] }: Founder): Promise<void> {
  const { id: accountId } = await linkAccount(visitor, 'quiet_shop');
  const draft = { messageType: 'dm', tone: 'casual', force: true };
  await visitor.ask(`/api/leads/${first.id}/generate-message`, { method: 'POST', body: draft });
  const written = { messageType: 'comment', text: 'Not sent yet' };
  await visitor.ask(`/api/leads/${first.id}/drafts`, { method: 'PUT', body: written });
  const remindAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  await visitor.ask(`/api/leads/${first.id}/reminder`, { method: 'PUT', body: { remindAt } });
  const send = async (path: string, body: object) => {
    const { status } = await visitor.get(sentMessage, path, { method: 'POST', body });
    if (status !== 'sent') throw new Error(`${path} ended ${status}`);
  };
  const dm = { accountId, recipientUsername: first.author, message: 'Hello', leadId: first.id };
  await send('/api/reddit/send-dm', dm);
  await send('/api/reddit/send-comment', { accountId, postUrl: second.url, comment: 'Hello', leadId: second.id });
}
