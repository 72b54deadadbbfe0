import { redditAccount } from '@earshot/proto/http/outreach';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { draftIn, memberOn, openLead } from '../../src/composing.ts';
import { answerablePosts } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys();
const settings = () => `${journey.url}/dashboard/settings`;
const accountsOn = (page: Page) => page.getByRole('list', { name: 'Linked accounts' });
/** Waits until the outcome of the link is removed from the address. */
const forgotten = (page: Page) => page.waitForURL((url) => url.search === '');

it('nobody is sent to a site where no account can be linked', async () => {
  const { page, url } = journey;
  await memberOn(page, url);
  await page.route('**/api/sources', async (route) => {
    const answer = await route.fetch();
    const sources = z.array(z.looseObject({})).parse(await answer.json());
    await route.fulfill({ response: answer, json: sources.map((source) => ({ ...source, sends: [] })) });
  });
  await page.goto(settings());
  await page.getByText('No account can be linked on this installation.').waitFor();
  expect(await page.getByRole('link', { name: 'Link an account' }).count()).toBe(0);
});

it('an account is linked at the site and unlinked here; a declined or expired link shows the reason', async () => {
  const { page, url } = journey;
  const member = await memberOn(page, url);
  await page.goto(settings());
  await page.getByText('No account is linked yet.').waitFor();
  await page.getByRole('link', { name: 'Link an account' }).click();
  await page.waitForURL('**/sandbox/**');
  await page.getByRole('button', { name: 'Decline' }).click();
  await toast(page, 'Link Failed');
  await toast(page, 'You did not allow access, so no account was linked.');
  await forgotten(page);

  await page.getByRole('link', { name: 'Link an account' }).click();
  await page.waitForURL('**/sandbox/**');
  await page.locator('[name=account]').fill('quiet_otter');
  await page.getByRole('button', { name: 'Allow' }).click();
  await toast(page, 'Account Linked');
  await toast(page, 'You can now send from quiet_otter.');
  await forgotten(page);

  for (const [code, words] of [
    ['expired', 'This link has expired or was already used. Link the account again.'],
    ['unavailable', 'The site does not answer. Try again later.'],
    ['refused', 'The site did not accept the request. Try again later.'],
  ]) {
    await page.goto(`${settings()}?linkError=${code}`);
    await toast(page, words ?? '');
    await forgotten(page);
  }
  await page.goto(`${settings()}?linked=nobody_of_mine`);
  await forgotten(page);
  await expect(page.getByText('nobody_of_mine').count()).resolves.toBe(0);

  const unlink = page.getByRole('button', { name: 'Unlink quiet_otter' });
  await unlink.click();
  const dialog = page.getByRole('dialog', { name: 'Unlink quiet_otter?' });
  await page.route('**/api/reddit/accounts/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await toast(page, 'Unlink Failed');
  await accountsOn(page).getByText('quiet_otter', { exact: true }).waitFor();
  await page.unroute('**/api/reddit/accounts/*');
  await unlink.click();
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await toast(page, 'Account Unlinked');
  await page.getByText('No account is linked yet.').waitFor();
  expect(await member.get(z.array(redditAccount), '/api/reddit/accounts')).toEqual([]);
});

it('linking from a lead returns to it, with its composer open and the draft in it', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const [post] = await answerablePosts(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no post');
  const { lead, card } = await openLead(page, product, member, post);
  await draftIn(card).fill('Words that wait for an account.');
  const isBack = (at: URL) => at.pathname === '/dashboard/leads' && at.searchParams.get('lead') === lead.id;
  for (const [answer, title, words] of [
    ['Decline', 'Link Failed', 'You did not allow access, so no account was linked.'],
    ['Allow', 'Account Linked', 'You can now send from eager_otter.'],
  ] as const) {
    await card.getByRole('link', { name: 'Link an account' }).click();
    await page.waitForURL('**/sandbox/**');
    await page.locator('[name=account]').fill('eager_otter');
    await page.getByRole('button', { name: answer }).click();
    await toast(page, title);
    await toast(page, words);
    await page.waitForURL(isBack);
    await draftIn(card).waitFor();
    await becomes(() => draftIn(card).inputValue(), 'Words that wait for an account.');
  }
  await card.getByText('From eager_otter').waitFor();
  await becomes(() => card.getByRole('button', { name: 'Send DM' }).isDisabled(), false);
});
