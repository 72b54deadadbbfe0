import { until } from '@earshot/core/testing';
import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { draftIn, expand, memberOn, messagesOf, openLead, sendFrom } from '../../src/composing.ts';
import { answerablePosts, leadFrom, postBy } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';
import { linkAccount } from '../../src/link-account.ts';

const journey = journeys();

async function aPost(at = 0) {
  const post = (await answerablePosts(journey.product, 'smallbusiness'))[at];
  if (post === undefined) throw new Error('the sandbox has no such post');
  return post;
}

it('a direct message goes out from the chosen account, once it was looked at again, and not a second time', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'quiet_otter');
  await linkAccount(member, 'second_otter');
  const { lead, card } = await openLead(page, product, member, await aPost());
  const send = card.getByRole('button', { name: 'Send DM' });
  await becomes(() => send.isDisabled(), true);
  await draftIn(card).fill('  I read what you wrote about invoices.  ');
  await card.getByRole('combobox', { name: 'Send from' }).click();
  await page.getByRole('option', { name: 'second_otter' }).or(page.getByTitle('second_otter')).last().click();

  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Send this direct message?' });
  for (const words of [`u/${lead.author}`, 'second_otter', 'Following up on your post']) {
    await dialog.getByText(words, { exact: true }).waitFor();
  }
  await dialog.getByText('I read what you wrote about invoices.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Send DM');
  expect(await messagesOf(member)).toEqual([]);

  await sendFrom(card, 'Send DM');
  await toast(page, 'DM Sent Successfully');
  await card.getByText(`Sent to u/${lead.author}`).waitFor();
  await card.getByText('Contacted', { exact: true }).waitFor();
  await until('the sent text to leave the composer', async () => (await draftIn(card).inputValue()) === '');
  await draftIn(card).fill('I read what you wrote about invoices.');
  await card.getByText('This text was already sent. Change it to send another one.').waitFor();
  await becomes(() => send.isDisabled(), true);
  await page.setViewportSize({ width: 1600, height: 900 });
  const feed = page.getByRole('region', { name: 'Activity Feed' });
  await feed.getByRole('listitem').filter({ hasText: lead.author }).getByText('Sent', { exact: true }).waitFor();
  await page.reload();
  await expect((await expand(page, lead)).getByRole('button', { name: 'Send DM' }).isDisabled()).resolves.toBe(true);
  expect(await messagesOf(member)).toMatchObject([
    { status: 'sent', content: 'I read what you wrote about invoices.', subject: 'Following up on your post' },
  ]);
});

it('after a message was sent the next lead opens, and no Undo is offered', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'quiet_otter');
  for (const post of (await answerablePosts(product, 'freelance')).slice(0, 2))
    await leadFrom(product, member.userId, post);
  await page.goto(`${url}/dashboard/leads`);
  const card = page.getByRole('article');
  await card.nth(1).waitFor();
  const [first = '', second = ''] = await card.getByRole('heading', { level: 2 }).allInnerTexts();
  await card.first().getByRole('heading').getByRole('button').click();
  await draftIn(card.first()).fill('I read what you wrote about invoices.');
  await sendFrom(card.filter({ hasText: first }), 'Send DM');
  await toast(page, 'DM Sent Successfully');
  await card.filter({ hasText: first }).waitFor({ state: 'detached' });
  await draftIn(card.filter({ hasText: second })).waitFor();
  const news = page.getByRole('region', { name: /^Notification/ });
  expect(await news.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

it('a comment is posted below the post, and a failure is shown with its reason', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'wordy_otter');
  const { lead, card } = await openLead(page, product, member, await aPost());
  await card.getByText('Comment', { exact: true }).click();
  await draftIn(card).fill('We had the same problem.');
  await card.getByText('From wordy_otter').waitFor();
  await sendFrom(card, 'Post Comment');
  await toast(page, 'Comment Posted Successfully');
  await card.getByText(`Posted below the post of u/${lead.author}`).waitFor();

  const locked = await openLead(page, product, member, await postBy(product, 'sandbox_locked'));
  await locked.card.getByText('Comment', { exact: true }).click();
  await draftIn(locked.card).fill('We had the same problem.');
  await sendFrom(locked.card, 'Post Comment');
  await toast(page, 'Post Failed');
  await toast(page, 'Failed to post comment. Please try again.');
  await locked.card.getByText('Not sent: The comments of this post are locked.').waitFor();
});

it('a limit of the site is shown in both places, and the button waits until it ends', async () => {
  const { page, url, product } = journey;
  await page.clock.install();
  const member = await memberOn(page, url);
  await linkAccount(member, 'hasty_otter');
  const { lead, card } = await openLead(page, product, member, await postBy(product, 'sandbox_ratelimited'));
  await draftIn(card).fill('Hello');
  await sendFrom(card, 'Send DM');
  await toast(page, 'Send Failed');
  const reason = 'Sandbox asks this account to slow down: try again in 9 minutes. Nothing was sent.';
  await toast(page, 'Failed to send direct message. Please try again.');
  await card.getByText(`Not sent: ${reason}`).waitFor();
  const limit = 'Sandbox asks hasty_otter to slow down. You can send again in 8 min';
  await card.getByText(limit).waitFor();
  const send = card.getByRole('button', { name: 'Send DM' });
  await becomes(() => send.isDisabled(), true);

  await page.goto(`${url}/dashboard/settings`);
  await page.getByRole('list', { name: 'Linked accounts' }).getByText(limit).waitFor();
  await page.goto(`${url}/dashboard/leads`);
  await expand(page, lead);
  await card.getByText(limit).waitFor();
  await becomes(() => send.isDisabled(), true);
  await page.clock.fastForward(515_000);
  await card.getByText(limit.slice(0, 20)).waitFor({ state: 'detached' });
  await sendFrom(card, 'Send DM');
  await until('the second try', async () => (await messagesOf(member)).length === 2);
});

it('a suspended account is shown in both places, and the button waits until it is checked again', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'error_IN_TIMEOUT');
  const { lead, card } = await openLead(page, product, member, await aPost());
  await draftIn(card).fill('Hello');
  await sendFrom(card, 'Send DM');
  await toast(page, 'Send Failed');
  const words =
    'Sandbox has suspended error_IN_TIMEOUT. Sign in at Sandbox to see why, then check the account again here.';
  await card.getByText(words).waitFor();
  const send = card.getByRole('button', { name: 'Send DM' });
  await becomes(() => send.isDisabled(), true);

  await page.goto(`${url}/dashboard/settings`);
  const accounts = page.getByRole('list', { name: 'Linked accounts' });
  await accounts.getByText(words).waitFor();
  await page.route('**/api/reddit/accounts/*/check', (route) => route.abort());
  await accounts.getByRole('button', { name: 'Check again whether error_IN_TIMEOUT is suspended' }).click();
  await toast(page, 'Check Failed');
  await page.unroute('**/api/reddit/accounts/*/check');
  await page.goto(`${url}/dashboard/leads`);
  await expand(page, lead);
  await card.getByRole('button', { name: 'Check again' }).click();
  await toast(page, 'You can send from error_IN_TIMEOUT again.');
  await card.getByText(words).waitFor({ state: 'detached' });
  await becomes(() => send.isDisabled(), false);

  await linkAccount(member, 'sandbox_suspended');
  await page.goto(`${url}/dashboard/settings`);
  const suspended = accounts.getByRole('listitem').filter({ hasText: 'Sandbox has suspended sandbox_suspended.' });
  await suspended.getByRole('button', { name: 'Check again' }).click();
  await toast(page, 'Sandbox still reports sandbox_suspended as suspended.');
  await suspended.waitFor();
});

it('an unconfirmed message is not sent again: the user reports whether it arrived', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'doubting_otter');
  const { card } = await openLead(page, product, member, await postBy(product, 'sandbox_malformed'));
  await draftIn(card).fill('Did this arrive?');
  await sendFrom(card, 'Send DM');
  await toast(page, 'We could not confirm it; check your Sandbox chat');
  await card.getByText('We could not confirm it; check your Sandbox chat.').waitFor();
  const send = card.getByRole('button', { name: 'Send DM' });
  await draftIn(card).fill('Or this?');
  await card.getByText('First tell us whether your last message was sent.').waitFor();
  await becomes(() => send.isDisabled(), true);
  await card.getByRole('button', { name: 'It did not arrive' }).click();
  await toast(page, 'The message is marked as not sent.');
  await card.getByText('Not sent: You told us that it did not arrive.').waitFor();

  await sendFrom(card, 'Send DM');
  await page.setViewportSize({ width: 1600, height: 900 });
  const feed = page.getByRole('region', { name: 'Activity Feed' });
  await feed.getByRole('button', { name: 'It arrived' }).click();
  await toast(page, 'The message is marked as sent.');
  await card.getByText('Sent to u/sandbox_malformed').waitFor();
  await card.getByText('Contacted', { exact: true }).waitFor();
});

it('an answer that was lost on the way sends nothing twice, not even after a reload', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'stubborn_otter');
  const { lead, card } = await openLead(page, product, member, await aPost());
  await draftIn(card).fill('Only once, please.');
  const keys: (string | undefined)[] = [];
  // The server sends the message, but its answer is lost. The page cannot learn of it from its lists either, which it
  // loads again when the live channel reports the message.
  await page.route('**/api/drafts?*', (route) => route.abort());
  await page.route('**/api/reddit/messages?*', (route) => route.abort());
  await page.route('**/api/reddit/send-dm', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await sendFrom(card, 'Send DM');
  await toast(page, 'Send Failed');
  await card.getByText('You can try again: the same text is never sent twice.').waitFor();
  await page.unroute('**/api/reddit/messages?*');
  await page.route('**/api/reddit/messages?*', (route) => route.fulfill({ json: [] }));
  await page.reload();
  const again = await expand(page, lead);
  await becomes(() => draftIn(again).inputValue(), 'Only once, please.');
  await sendFrom(again, 'Send DM');
  await toast(page, 'DM Sent Successfully');
  expect(keys[0]).toMatch(/^\S{8,200}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await messagesOf(member)).toHaveLength(1);
});

it('too many calls show when to retry; an ended link is renewed from the draft', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'sandbox_revoked');
  const { card } = await openLead(page, product, member, await aPost());
  await draftIn(card).fill('Hello');
  const body = { code: 'rate.limited', message: 'Too many requests; try again in a moment', requestId: 'r' };
  await page.route('**/api/reddit/send-dm', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: body }),
  );
  await sendFrom(card, 'Send DM');
  await toast(page, 'Send Failed');
  await card.getByText('Too many requests; try again in 30 seconds.').waitFor();
  await page.unroute('**/api/reddit/send-dm');
  await sendFrom(card, 'Send DM');
  await card.getByText('Sandbox no longer accepts the link of sandbox_revoked.').waitFor();
  await card.getByRole('link', { name: 'Link it again' }).click();
  await page.waitForURL('**/sandbox/**');
});

it('a call without an answer is explained at its draft, also after the card was closed', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'offline_otter');
  const { lead, card } = await openLead(page, product, member, await aPost());
  await page.route('**/api/reddit/send-dm', (route) => route.abort());
  await page.route('**/api/reddit/send-comment', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await draftIn(card).fill('Hello');
  await sendFrom(card, 'Send DM');
  await toast(page, 'Send Failed');
  await toast(page, 'Failed to send direct message. Please try again.');
  const noAnswer = card.getByRole('alert').getByText('Earshot does not answer. Check your connection and try again.');
  await noAnswer.waitFor();
  await card.getByText('Comment', { exact: true }).click();
  await noAnswer.waitFor({ state: 'detached' });
  await draftIn(card).fill('Hello to everybody');
  await sendFrom(card, 'Post Comment');
  await toast(page, 'Post Failed');
  await toast(page, 'Failed to post comment. Please try again.');
  const unreadable = card.getByRole('alert').getByText("Earshot's answer could not be read (status 502).");
  await unreadable.waitFor();
  await card.getByText('Direct message', { exact: true }).click();
  await noAnswer.waitFor();
  await card.getByRole('button', { name: 'Show less' }).click();
  await draftIn(card).waitFor({ state: 'detached' });
  await expand(page, lead);
  await unreadable.waitFor();
});
