/** @jest-environment jsdom */
import {
  type GeneratedMessage,
  outreachContract,
  type RedditAccount,
  type SentMessage,
} from '@earshot/proto/http/outreach';
import { examples } from '@earshot/proto/http/examples';
import { type Lead, leadContract } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { shownType } from '../src/features/outreach/composer-address.ts';
import { contactOf, contactOfDraft } from '../src/features/outreach/contact.ts';
import {
  changeDraft,
  draftOf,
  readDraft,
  withFormer,
  withGenerated,
  withVariant,
  withWritten,
} from '../src/features/outreach/drafts.ts';
import { excessOf } from '../src/features/outreach/lengths.ts';
import { isUnconfirmed, obstacleOf, sentTo } from '../src/features/outreach/sending-state.ts';
import { endTry, keyOfTry, mayHaveArrived } from '../src/features/outreach/tries.ts';
import { ApiError, messageOf } from '../src/lib/api-error.ts';
import { keptTexts } from '../src/lib/kept-texts.ts';

const lead: Lead = leadContract.getLead.response.parse(examples['getLead']?.response);
const [sent]: SentMessage[] = outreachContract.listSentMessages.response.parse(examples['listSentMessages']?.response);
const [linked]: RedditAccount[] = outreachContract.listAccounts.response.parse(examples['listAccounts']?.response);
const [generated]: GeneratedMessage[] = outreachContract.listGeneratedMessages.response.parse(
  examples['listGeneratedMessages']?.response,
);
if (!sent || !linked || !generated) throw new Error('the contract has no examples');

/** A draft as in the server's answer. */
const drafted = (messageType: MessageType, message: string) => {
  const variants = generated.variants.map((one, index) => (index === 0 ? { ...one, message } : one));
  return { ...generated, messageType, message, variants };
};

const apiError = (status: number, retryAfter: string | null = null) => {
  const body = { code: 'rate.limited', message: 'Too many requests; try again in a moment', requestId: 'r' };
  return new ApiError({ status, statusText: '', text: JSON.stringify(body), needsSession: true, retryAfter });
};

beforeEach(() => {
  keptTexts.forgetAll();
  sessionStorage.clear();
});

describe('drafts', () => {
  it('begin with a direct message in a professional tone', () => {
    expect(shownType(lead, draftOf(lead))).toBe('dm');
    expect(draftOf(lead).dm).toMatchObject({ tone: 'professional', text: '' });
  });

  it('keep a text for each type, are kept in the tab, and are forgotten with the session', () => {
    changeDraft(lead, (old) => withGenerated(old, drafted('comment', 'For everybody')));
    changeDraft(lead, (old) => withWritten(old, 'dm', 'For one'));
    expect(draftOf(lead)).toMatchObject({ dm: { text: 'For one' }, comment: { text: 'For everybody' } });
    expect(JSON.stringify({ ...sessionStorage })).toContain('For one');
    keptTexts.forgetAll();
    expect(draftOf(lead).dm.text).toBe('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('For one');
  });

  it('of another user, or broken ones, count as none', () => {
    changeDraft(lead, (old) => withGenerated(old, drafted('dm', 'Mine')));
    const kept = JSON.stringify(draftOf(lead));
    expect(readDraft(kept, lead.userId).dm.text).toBe('Mine');
    expect(readDraft(kept, 'another').dm.text).toBe('');
    for (const broken of ['{', 'null', '{"dm":1}']) expect(readDraft(broken, lead.userId).dm.text).toBe('');
  });

  it('text that a generated draft replaces can be restored and replaced again', () => {
    const own = withWritten(draftOf(lead), 'dm', 'My words');
    const now = withGenerated(own, drafted('dm', 'Made words'));
    expect(now.dm).toMatchObject({ text: 'Made words', former: { text: 'My words' } });
    expect(withFormer(now, 'dm').dm).toMatchObject({ text: 'My words', former: { text: 'Made words' } });
    expect(withFormer(withFormer(now, 'dm'), 'dm')).toEqual(now);
    const blank = withWritten(own, 'dm', '  ');
    expect(withGenerated(blank, drafted('dm', 'Made')).dm.former).toBeNull();
    expect(withFormer(own, 'dm')).toBe(own);
  });

  it('own words are brought back also after several generated texts, until others are written', () => {
    const own = withWritten(draftOf(lead), 'dm', 'My words');
    const first = withGenerated(own, drafted('dm', 'First'));
    const second = withGenerated(first, drafted('dm', 'Second'));
    expect(second.dm).toMatchObject({ text: 'Second', former: { text: 'My words' } });
    const mended = withWritten(second, 'dm', 'Second, mended');
    expect(withGenerated(mended, drafted('dm', 'Third')).dm.former?.text).toBe('Second, mended');
  });

  it('another variant replaces the text, and what the user changed can be restored', () => {
    const [, asking] = generated.variants;
    if (!asking) throw new Error('the example has no second variant');
    const first = withGenerated(draftOf(lead), drafted('dm', 'Made words'));
    expect(withVariant(first, 'dm', asking).dm).toMatchObject({
      text: asking.message,
      made: { id: generated.id, variant: 'question-first' },
      former: { text: 'Made words' },
      variants: first.dm.variants,
    });
    const changed = withWritten(first, 'dm', 'Made words, mended');
    expect(withVariant(changed, 'dm', asking).dm.former?.text).toBe('Made words, mended');
  });

  it('the check of the rules follows the text it is about, over edits and back', () => {
    const { origin, rules } = drafted('dm', '');
    const made = { id: generated.id, text: 'Made words', origin, rules, variant: 'help-first' };
    const own = withWritten(draftOf(lead), 'dm', 'My words');
    const now = withGenerated(own, drafted('dm', 'Made words'));
    expect(now.dm.made).toEqual(made);
    expect(withWritten(now, 'dm', 'Made words, mended').dm.made).toEqual(made);
    expect(withWritten(now, 'dm', ' ').dm.made).toBeNull();
    expect(withFormer(now, 'dm').dm).toMatchObject({ made: null, former: { made } });
  });
});

describe('tries', () => {
  const sending = { lead, messageType: 'dm', account: linked, text: 'Hello', subject: 'Hi', variant: null } as const;
  let made = 0;
  const newKey = () => `key-${made++}`;

  it('the same text keeps its key until its outcome is known', () => {
    const key = keyOfTry(sending, newKey);
    expect(keyOfTry(sending, newKey)).toBe(key);
    expect(keyOfTry({ ...sending, messageType: 'comment' }, newKey)).not.toBe(key);
    endTry(sending);
    expect(keyOfTry(sending, newKey)).not.toBe(key);
  });

  it('other words, another subject or another account are another try', () => {
    const key = keyOfTry(sending, newKey);
    const other = keyOfTry({ ...sending, text: 'Hello\nyou' }, newKey);
    expect(other).not.toBe(key);
    expect(keyOfTry({ ...sending, text: 'Hello\nyou', account: { ...linked, id: 'other' } }, newKey)).not.toBe(other);
    const third = keyOfTry({ ...sending, subject: 'Another' }, newKey);
    expect(keyOfTry(sending, newKey)).not.toBe(third);
  });

  it('a message may have been sent after no answer or a 503, and not after a 429 or 409', () => {
    expect([new TypeError('offline'), apiError(503), apiError(429), apiError(409)].map(mayHaveArrived)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('obstacles to sending', () => {
  const outgoing = { text: ' Hello ', excess: 0, earlier: [] };
  it.each([
    ['nothing', outgoing, null],
    ['no words', { ...outgoing, text: '  ' }, 'empty'],
    ['too many', { ...outgoing, excess: 1 }, 'too-long'],
    ['one that is open', { ...outgoing, earlier: [{ ...sent, status: 'pending' as const }] }, 'open'],
    ['the same words', { ...outgoing, earlier: [{ ...sent, content: 'Hello' }] }, 'same-text'],
    [
      'the same words that failed',
      { ...outgoing, earlier: [{ ...sent, content: 'Hello', status: 'failed' as const }] },
      null,
    ],
  ])('%s', (_, given, expected) => expect(obstacleOf(given)).toBe(expected));

  it('only messages of the same type to the same person through an account count', () => {
    const all = [
      sent,
      { ...sent, id: 'sent-by-hand', redditAccountId: null },
      { ...sent, id: 'comment', messageType: 'comment' as const },
      { ...sent, id: 'other', leadId: 'other' },
    ];
    expect(sentTo(all, sent.leadId, 'dm')).toEqual([sent]);
  });

  it('a message is unconfirmed if the server reports so, or if sending should have ended', () => {
    const at = Date.parse(sent.createdAt);
    const open = { ...sent, status: 'pending' as const };
    expect(isUnconfirmed(open, at + 1_000)).toBe(false);
    expect(isUnconfirmed(open, at + 80_000)).toBe(true);
    expect(isUnconfirmed({ ...open, errorMessage: 'We could not confirm it' }, at)).toBe(true);
    expect(isUnconfirmed(sent, at + 80_000)).toBe(false);
  });

  it('blanks around a text do not count', () => {
    expect(excessOf(` ${'x'.repeat(10_000)} `, 'dm')).toBe(0);
    expect(excessOf('x'.repeat(10_003), 'comment')).toBe(3);
  });
});

it('a contact has the text of the kept draft, and its post only for a comment', () => {
  changeDraft(lead, (old) => withGenerated(old, drafted('dm', ' Hello ')));
  expect(contactOfDraft(lead)).toEqual({
    status: 'contacted',
    messageType: 'dm',
    recipient: lead.author,
    content: 'Hello',
    variant: 'help-first',
  });
  expect(contactOf(lead, 'comment', draftOf(lead).comment)).toEqual({
    status: 'contacted',
    messageType: 'comment',
    recipient: lead.author,
    redditPostUrl: lead.url,
    redditPostTitle: lead.title,
  });
  expect(contactOf(lead, 'dm', withWritten(draftOf(lead), 'dm', 'x'.repeat(10_001)).dm).content).toBeUndefined();
  changeDraft(lead, (old) => withGenerated(old, drafted('dm', 'Hello')));
  expect(contactOfDraft(lead)).toMatchObject({ content: 'Hello', variant: 'help-first' });
});

it('a rate limit shows how long to wait if its answer contains that', () => {
  const messageFor = (after: string | null) => messageOf(apiError(429, after));
  expect(messageFor(null)).toBe('Too many requests; try again in a moment');
  expect(messageFor('1')).toBe('Too many requests; try again in 1 second');
  expect(messageFor('90')).toBe('Too many requests; try again in 90 seconds');
  expect(messageFor('600')).toBe('Too many requests; try again in 10 minutes');
  expect(messageFor('soon')).toBe('Too many requests; try again in a moment');
});

it('the message type is the one in the address, else the one with a text; a deleted author gets comments only', () => {
  const at = (query: string) => history.replaceState(null, '', `/dashboard/leads?${query}`);
  const both = withWritten(withWritten(draftOf(lead), 'dm', 'One'), 'comment', 'All');
  at(`lead=${lead.id}&message=comment`);
  expect(shownType(lead, both)).toBe('comment');
  at('lead=another&message=comment');
  expect(shownType(lead, both)).toBe('dm');
  at(`lead=${lead.id}&message=fax`);
  expect(shownType(lead, withWritten(draftOf(lead), 'comment', 'All'))).toBe('comment');
  at(`lead=${lead.id}&message=dm`);
  expect(shownType({ ...lead, author: '[deleted]' }, both)).toBe('comment');
});
