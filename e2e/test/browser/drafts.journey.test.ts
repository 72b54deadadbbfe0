import { until } from '@earshot/core/testing';
import { reminder, savedDraft } from '@earshot/proto/http/drafts';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { becomes } from '../../src/becomes.ts';
import { signInAs, toast } from '../../src/browser.ts';
import { draftIn, expand, type Member, memberOn, openLead, sendFrom } from '../../src/composing.ts';
import { answerablePosts } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';
import { linkAccount } from '../../src/link-account.ts';

const journey = journeys();

async function aPost(at = 0) {
  const post = (await answerablePosts(journey.product, 'smallbusiness'))[at];
  if (post === undefined) throw new Error('the sandbox has no such post');
  return post;
}

const saved = (member: Member, text: string) =>
  until('the draft to be saved', async () => {
    const drafts = await member.get(z.array(savedDraft), '/api/drafts');
    return drafts.some((draft) => draft.text === text);
  });

it('a draft is saved, appears in the messages, and opens in its lead in another browser', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const { lead, card } = await openLead(page, product, member, await aPost());
  await draftIn(card).fill('My own words.');
  await saved(member, 'My own words.');
  // Nothing of this browser's tab is left. The composer is closed first, because it notes what it has saved a moment
  // after the server has it.
  await page.goto(`${url}/dashboard/messages`);
  await page.evaluate(() => sessionStorage.clear());
  await page.context().clearCookies();
  await signInAs(page, member);
  await page.goto(`${url}/dashboard/messages`);
  await page.getByRole('tab', { name: 'All 1' }).waitFor();
  const message = page.getByRole('article');
  for (const words of ['Draft', `u/${lead.author}`, lead.title, 'My own words.', 'Direct message']) {
    await message.getByText(words, { exact: true }).waitFor();
  }
  await message.getByText(/^Edited \w+ \d+, \d{4}/).waitFor();
  await message.getByRole('link', { name: 'Open draft' }).click();
  await page.waitForURL(`**/dashboard/leads?lead=${lead.id}&message=dm`);
  const field = page.getByRole('textbox', { name: 'Draft' });
  await until('the draft in the composer', async () => (await field.inputValue()) === 'My own words.');
});

it('a text that cannot be saved stays in the tab, and the page says so', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const { lead, card } = await openLead(page, product, member, await aPost());
  await page.route('**/api/leads/*/drafts', (route) => route.abort());
  await draftIn(card).fill('Not yet saved.');
  await card.getByText('Not saved yet. Your text stays in this tab; the next change saves it.').waitFor();
  await page.unroute('**/api/leads/*/drafts');
  await page.reload();
  await expect(draftIn(await expand(page, lead)).inputValue()).resolves.toBe('Not yet saved.');
  await saved(member, 'Not yet saved.');
});

it('the messages show what became of each text, are searched, and take a day to follow up', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await linkAccount(member, 'patient_otter');
  const first = await openLead(page, product, member, await aPost());
  await first.card.getByRole('textbox', { name: 'Subject' }).fill('Your invoices');
  await draftIn(first.card).fill('Sent from here.');
  await first.card.getByRole('button', { name: 'Send DM' }).click();
  await page.getByRole('dialog').getByText('Your invoices', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await sendFrom(first.card, 'Send DM');
  await toast(page, 'DM Sent Successfully');
  const second = await openLead(page, product, member, await aPost(1));
  await draftIn(second.card).fill('Sent elsewhere.');
  const drafts = async () => member.get(z.array(savedDraft), '/api/drafts');
  await until('the draft', async () => (await drafts()).length === 1);
  await second.card.getByRole('button', { name: 'Mark as Contacted' }).click();
  await toast(page, 'Status Updated');
  await page.setViewportSize({ width: 1600, height: 900 });
  const feed = page.getByRole('region', { name: 'Activity Feed' });
  await feed.getByText('Marked as contacted').waitFor();

  // Reopened, the lead shows what the user wrote instead of an empty field.
  await until('the draft to end', async () => (await drafts()).length === 0);
  await page.reload();
  const recorded = page.getByRole('region', { name: /^Marked as contacted with this direct message/ });
  await recorded.getByText('Sent elsewhere.').waitFor();

  await page.goto(`${url}/dashboard/messages`);
  await page.getByRole('tab', { name: 'All 2' }).waitFor();
  const sent = page.getByRole('article').filter({ hasText: 'Sent from here.' });
  await sent.getByText('Sent', { exact: true }).waitFor();
  await sent.getByText(/^Sent \w+ \d+, \d{4}/).waitFor();
  const marked = page.getByRole('article').filter({ hasText: 'Sent elsewhere.' });
  await marked.getByText('Marked as contacted', { exact: true }).waitFor();
  await marked.getByText(/^Marked as contacted \w+ \d+, \d{4}/).waitFor();
  await expect(marked.getByText(/^Sent \w+ \d/).count()).resolves.toBe(0);
  await page.getByRole('textbox', { name: 'Search messages' }).fill(`elsewhere ${second.lead.author}`);
  await page.getByRole('tab', { name: 'All 1' }).waitFor();
  await page.getByRole('textbox', { name: 'Search messages' }).fill('nobody wrote this');
  await page.getByText('No message contains these words.').waitFor();
  await page.getByRole('textbox', { name: 'Search messages' }).fill('');

  await member.ask(`/api/leads/${first.lead.id}/status`, { method: 'PATCH', body: { status: 'responded' } });
  const day = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await sent.getByLabel('Follow up on').fill(day);
  await toast(page, 'Reminder Set');
  const [kept] = await member.get(z.array(reminder), '/api/reminders');
  expect(kept).toMatchObject({ leadId: first.lead.id, remindedAt: null });
  await page.reload();
  await sent.getByText('Responded', { exact: true }).waitFor();
  await sent.getByText(/^Responded \w+ \d+, \d{4}/).waitFor();
  await becomes(() => sent.getByLabel('Follow up on').inputValue(), day);
  await sent.getByLabel('Follow up on').fill('');
  await toast(page, 'Reminder Removed');
  expect(await member.get(z.array(reminder), '/api/reminders')).toEqual([]);
});
