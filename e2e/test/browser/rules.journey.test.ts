import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { examples } from '@earshot/proto/http/examples';
import { type GeneratedMessage, generatedMessage } from '@earshot/proto/http/outreach';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { draftIn, expand, memberOn, messagesOf, openLead } from '../../src/composing.ts';
import { answerablePosts } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';
import { tabTo } from '../../src/keyboard/focus.ts';
import { linkAccount } from '../../src/link-account.ts';
import { axeViolations } from '../../src/screens/accessibility.ts';

const journey = journeys();
const example = generatedMessage.parse(examples['generateMessage']?.response);
const forbidden = {
  verdict: 'avoid',
  rule: 'No self-promotion: do not name your own product, not even when somebody asks.',
  reason: 'The draft names your product',
} as const;

/** Answers requests for drafts with these rules, regardless of the community's real ones. */
async function answerDrafts(page: Page, change: Partial<GeneratedMessage>): Promise<void> {
  await page.unroute('**/generate-message');
  await page.route('**/generate-message', (route) => route.fulfill({ json: { ...example, ...change } }));
}

async function openDesk() {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const [post] = await answerablePosts(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no post');
  const { lead, card } = await openLead(page, product, member, post);
  return { page, member, lead, card, rules: card.getByRole('group', { name: `Rules of r/${lead.subreddit}` }) };
}

async function generate(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Generate' }).click();
  await toast(card.page(), 'Message Generated');
}

it('the check of the rules is shown next to the draft: verdict, reason and the rule', async () => {
  const { page, card, rules, lead } = await openDesk();
  await answerDrafts(page, {
    message: 'A first draft.',
    rules: { verdict: 'safe', rule: null, reason: 'No rule is about it' },
  });
  await generate(card);
  await rules.getByText('Safe', { exact: true }).waitFor();
  await rules.getByText('No rule is about it.').waitFor();

  await answerDrafts(page, { message: 'A second draft.', rules: forbidden });
  await generate(card);
  await rules.getByText('Avoid', { exact: true }).waitFor();
  await rules.getByText(forbidden.rule).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  // The verdict refers to the generated draft. It is stored with the draft and disappears when the draft is emptied.
  const changed = rules.getByText('You have changed the draft since this check.');
  await becomes(() => changed.count(), 0);
  await draftIn(card).fill('A second draft, with a question.');
  await changed.waitFor();
  await page.reload();
  await expand(page, lead);
  await changed.waitFor();
  await draftIn(card).fill('');
  await rules.waitFor({ state: 'detached' });
  await draftIn(card).fill('My own words.');
  await becomes(() => rules.count(), 0);
});

it('a draft that the rules forbid needs a confirmation before it is sent, also by keyboard', async () => {
  const { page, card, member, lead } = await openDesk();
  await linkAccount(member, 'quiet_shop');
  await page.reload();
  await expand(page, lead);
  const ask = async () => {
    await tabTo(page, card.getByRole('button', { name: 'Send DM' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send this direct message?' });
    await dialog.waitFor();
    const sendIs = (disabled: boolean) => dialog.getByRole('button', { name: 'Send DM', disabled });
    return { dialog, mayNot: sendIs(true), may: sendIs(false) };
  };
  await answerDrafts(page, {
    message: 'We made a tool for that.',
    rules: { verdict: 'borderline', rule: 'Say who you are.', reason: 'It does not say who writes' },
  });
  await generate(card);
  await draftIn(card).focus();
  const first = await ask();
  await first.dialog.getByText(`Check the rules of r/${lead.subreddit} before you send this.`).waitFor();
  await first.dialog.getByText('Say who you are.').waitFor();
  await first.may.waitFor();
  await page.keyboard.press('Escape');
  await first.dialog.waitFor({ state: 'hidden' });

  await answerDrafts(page, { message: 'Buy our tool.', rules: forbidden });
  await generate(card);
  await draftIn(card).focus();
  const { dialog, may, mayNot } = await ask();
  await dialog.getByText(`The rules of r/${lead.subreddit} forbid this.`).waitFor();
  await dialog.getByText(forbidden.rule).waitFor();
  await mayNot.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await tabTo(page, dialog.getByRole('checkbox', { name: 'I have read the rule and want to send this anyway' }));
  await page.keyboard.press('Space');
  await may.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await messagesOf(member)).toEqual([]);

  // A confirmation is not remembered: the dialog asks again.
  await draftIn(card).focus();
  await ask();
  await mayNot.waitFor();
  await dialog.getByRole('checkbox').check();
  await may.click();
  await toast(page, 'DM Sent Successfully');
  expect(await messagesOf(member)).toMatchObject([{ content: 'Buy our tool.', status: 'sent' }]);
});
