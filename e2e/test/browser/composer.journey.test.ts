import { until } from '@earshot/core/testing';
import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { signOut, toast } from '../../src/browser.ts';
import { draftIn, expand, memberOn, openLead } from '../../src/composing.ts';
import { answerablePosts } from '../../src/find-leads.ts';
import { choose } from '../../src/forms.ts';
import { journeys } from '../../src/journeys.ts';
import { linkAccount } from '../../src/link-account.ts';

const journey = journeys({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });

async function aPost(at = 0) {
  const post = (await answerablePosts(journey.product, 'smallbusiness'))[at];
  if (post === undefined) throw new Error('the sandbox has no such post');
  return post;
}

const textIn = (card: Locator) => draftIn(card).inputValue();

it('a draft is generated, brought back, copied, and kept for each type over a closed card and a reload', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const { lead, card } = await openLead(page, product, member, await aPost());
  await becomes(() => card.getByRole('radio', { name: 'Professional' }).isChecked(), true);
  await draftIn(card).fill('My own words.');
  // The page has no time to show the tone before the button is pressed.
  const tone = await card.getByText('Consultative', { exact: true }).elementHandle();
  await card.getByRole('button', { name: 'Generate' }).evaluate((button: HTMLElement, label) => {
    if (label instanceof HTMLElement) label.click();
    button.click();
  }, tone);
  await toast(page, 'Message Generated');
  const generated = await until('the draft', async () => {
    const text = await textIn(card);
    return text.length > 80 && text;
  });
  await card.getByText(`${generated.length.toLocaleString('en-US')} of 10,000 characters`).waitFor();
  await card.getByRole('button', { name: 'Restore my text' }).click();
  await becomes(() => textIn(card), 'My own words.');
  await card.getByRole('button', { name: 'Previous draft' }).click();
  await card.getByRole('button', { name: 'Copy', exact: true }).click();
  await toast(page, 'Copied to Clipboard');
  await expect(page.evaluate(() => navigator.clipboard.readText())).resolves.toBe(generated);

  await card.getByText('Comment', { exact: true }).click();
  await becomes(() => textIn(card), '');
  await draftIn(card).fill('Words for everybody.');
  await card.getByRole('button', { name: 'Show less' }).click();
  await draftIn(card).waitFor({ state: 'detached' });
  await expand(page, lead);
  await becomes(() => textIn(card), 'Words for everybody.');
  await page.reload();
  await expand(page, lead);
  await becomes(() => textIn(card), 'Words for everybody.');
  await card.getByText('Direct message', { exact: true }).click();
  await becomes(() => textIn(card), generated);
  await becomes(() => card.getByRole('radio', { name: 'Consultative' }).isChecked(), true);

  await signOut(page);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(kept).not.toContain('Words for everybody.');
});

it('the length of a comment is the one of the configuration, and is changed in the composer for one draft', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const { card } = await openLead(page, product, member, await aPost());
  await card.getByText('Comment', { exact: true }).click();
  await card.getByText('3-4 paragraphs', { exact: true }).waitFor();
  await choose(page, 'Length', '2-3 sentences');
  await card.getByRole('button', { name: 'Generate' }).click();
  const short = await until('the draft', async () => {
    const text = await textIn(card);
    return text !== '' && text;
  });
  expect(short).not.toContain('\n\n');
  await choose(page, 'Length', '3-4 paragraphs');
  await card.getByRole('button', { name: 'Generate' }).click();
  await until('the longer draft', async () => (await textIn(card)).includes('\n\n'));
});

it('a text that is too long for the site shows a notice, with and without an account to send from', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const { lead, card } = await openLead(page, product, member, await aPost());
  await card.getByText('Link a Sandbox account to send from here.').waitFor();
  await expect(card.getByRole('button', { name: 'Send DM' }).count()).resolves.toBe(0);
  await card.getByRole('link', { name: 'Link an account' }).waitFor();
  await draftIn(card).fill('x'.repeat(10_004));
  const notice = card.getByText('A message has at most 10,000 characters. Shorten it by 4 before you send it.');
  await notice.waitFor();
  await linkAccount(member, 'long_otter');
  await page.reload();
  await expand(page, lead);
  await notice.waitFor();
  await becomes(() => card.getByRole('button', { name: 'Send DM' }).isDisabled(), true);
  await draftIn(card).fill('x'.repeat(10_000));
  await notice.waitFor({ state: 'detached' });
  await becomes(() => card.getByRole('button', { name: 'Send DM' }).isDisabled(), false);
});

it('failures of generating, copying and accounts are shown; without a business description there is a link to add one', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await page.route('**/api/reddit/accounts', (route) => route.fulfill({ status: 503, json: unavailable }));
  const { card } = await openLead(page, product, member, await aPost());
  await card.getByText('Could not load your linked accounts').waitFor();
  await page.unroute('**/api/reddit/accounts');
  await card.getByRole('button', { name: 'Retry' }).click();
  await card.getByText('Link a Sandbox account to send from here.').waitFor();

  const failed = { code: 'draft.failed', message: 'No message could be written just now; try again', requestId: 'r' };
  await page.route('**/generate-message', (route) => route.fulfill({ status: 503, json: failed }));
  await card.getByRole('button', { name: 'Generate' }).click();
  await toast(page, 'Generation Failed');
  await toast(page, failed.message);
  await page.unroute('**/generate-message');

  await draftIn(card).fill('Words');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await card.getByRole('button', { name: 'Copy', exact: true }).click();
  await toast(page, 'Copy Failed');
  await toast(page, 'Failed to copy message to clipboard.');

  await member.ask('/api/configuration', { method: 'POST', body: { businessDescription: '' } });
  await card.getByRole('button', { name: 'Generate' }).click();
  await toast(page, 'Describe your business on the Configuration page before you generate a message');
  await card.getByRole('link', { name: 'Describe your business' }).click();
  await page.waitForURL('**/dashboard/configuration');
});

it('a lead is contacted with the text, marked as replied, and set back; a refusal is shown', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const { lead, card } = await openLead(page, product, member, await aPost());
  await card.getByText('Comment', { exact: true }).click();
  await draftIn(card).fill('We had the same problem.');
  const changes: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.postDataJSON());
  });
  await card.getByRole('button', { name: 'Mark as Contacted' }).click();
  await toast(page, 'Status Updated');
  await card.getByRole('button', { name: 'They replied' }).click();
  await card.getByText('Responded', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Back to contacted' }).click();
  await card.getByRole('button', { name: 'Back to new' }).click();
  await card.getByRole('button', { name: 'Mark as Fully Engaged' }).click();
  await card.getByText('Contacted', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Back to new' }).click();
  await card.getByRole('button', { name: 'Skip' }).click();
  await card.getByText('Skipped', { exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector('[data-status="skipped"]') !== null);
  expect(changes).toEqual([
    {
      status: 'contacted',
      messageType: 'comment',
      content: 'We had the same problem.',
      recipient: lead.author,
      redditPostUrl: new URL(lead.url, url).href,
      redditPostTitle: lead.title,
    },
    { status: 'responded' },
    { status: 'contacted' },
    { status: 'new' },
    { status: 'contacted' },
    { status: 'new' },
    { status: 'skipped' },
  ]);

  await page.route('**/api/leads/*/status', (route) => route.fulfill({ status: 503, json: unavailable }));
  await card.getByRole('button', { name: 'Back to new' }).click();
  await toast(page, 'Update Failed');
  await toast(page, 'Failed to update lead status.');
  await card.getByText('Skipped', { exact: true }).waitFor();
});

const unavailable = {
  code: 'service.unavailable',
  message: 'This part of Earshot is not answering; try again in a moment',
  requestId: 'r',
};
