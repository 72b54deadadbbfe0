import { examples } from '@earshot/proto/http/examples';
import { draftContract, type SavedDraft } from '@earshot/proto/http/drafts';
import { type GeneratedMessage, outreachContract, type SentMessage } from '@earshot/proto/http/outreach';
import { describe, expect, it } from '@jest/globals';
import { entriesOf, entriesWith, type MessageLists } from '../src/features/messages/entries.ts';
import { entriesIn, pageOf, readView, writeView } from '../src/features/messages/message-tabs.ts';
import { dayOf, daysToChoose, morningOf } from '../src/features/messages/reminder-day.ts';

const [sent]: SentMessage[] = outreachContract.listSentMessages.response.parse(examples['listSentMessages']?.response);
const [generated]: GeneratedMessage[] = outreachContract.listGeneratedMessages.response.parse(
  examples['listGeneratedMessages']?.response,
);
if (!sent || !generated) throw new Error('the contract has no examples');

describe('the message history', () => {
  it('reads tab, search and page from the address and writes what differs', () => {
    expect(readView(new URLSearchParams('type=dm&page=3&q=van'))).toEqual({ tab: 'dm', search: 'van', page: 3 });
    expect(readView(new URLSearchParams('type=mail&page=-1'))).toEqual({ tab: 'all', search: '', page: 1 });
    expect(writeView({ tab: 'comment', search: 'a b', page: 2 }).toString()).toBe('type=comment&q=a+b&page=2');
    expect(writeView({ tab: 'all', search: '', page: 1 }).toString()).toBe('');
  });

  it('shows twenty a page, and the last page for any beyond it', () => {
    const many = Array.from({ length: 41 }, (_, n) => n);
    expect(pageOf(many, 1).shown).toHaveLength(20);
    expect(pageOf(many, 9)).toEqual({ shown: [40], page: 3, pages: 3 });
    expect(pageOf([], 1)).toEqual({ shown: [], page: 1, pages: 1 });
  });

  const [draft]: SavedDraft[] = draftContract.listDrafts.response.parse(examples['listDrafts']?.response);
  if (!draft) throw new Error('the contract has no example');
  const none: MessageLists = { generated: [], drafts: [], sent: [] };
  const statesOf = (lists: Partial<MessageLists>) =>
    entriesOf({ ...none, ...lists }).map(({ state, text }) => [state, text]);

  it('a tab holds the messages of its type', () => {
    const comment = { ...generated, id: 'other', messageType: 'comment' as const };
    const entries = entriesOf({ ...none, generated: [generated, comment] });
    expect(entriesIn(entries, 'comment').map(({ id }) => id)).toEqual(['other']);
    expect(entriesIn(entries, 'all')).toHaveLength(2);
  });

  it('shows each text once, in its latest state', () => {
    expect(statesOf({ generated: [generated] })).toEqual([['draft', generated.message]]);
    expect(statesOf({ generated: [generated], drafts: [draft] })).toEqual([['draft', draft.text]]);
    const used = { ...generated, status: 'sent' as const };
    expect(statesOf({ generated: [used], sent: [sent] })).toEqual([['sent', sent.content]]);
    const byHand = { ...sent, origin: 'by-hand' as const };
    expect(statesOf({ sent: [byHand] })).toEqual([['contacted', sent.content]]);
    expect(statesOf({ sent: [{ ...byHand, replied: true }] })).toEqual([['replied', sent.content]]);
    expect(statesOf({ sent: [{ ...sent, status: 'pending' }] })).toEqual([['unconfirmed', sent.content]]);
    expect(statesOf({ sent: [{ ...sent, status: 'failed' }] })).toEqual([['failed', sent.content]]);
  });

  it('shows when each text was generated, and what became of it and when', () => {
    const [createdAt, later] = [generated.createdAt, '2026-12-24T08:00:00.000Z'];
    const [asking] = generated.variants.slice(1);
    if (!asking) throw new Error('the example has no second variant');
    const used = { ...generated, status: 'sent' as const, sentAt: later };
    const message = { ...sent, content: asking.message, sentAt: later };
    const byHand = { ...message, origin: 'by-hand' as const };
    const edited = { ...byHand, content: 'Edited by hand' };
    const datesOf = (lists: Partial<MessageLists>) => {
      const [entry] = entriesOf({ ...none, ...lists });
      return [entry?.tone, entry?.generatedAt, entry?.outcome];
    };
    const tone = 'professional';
    expect(datesOf({ generated: [generated] })).toEqual([tone, createdAt, null]);
    const changed = { ...draft, updatedAt: later };
    expect(datesOf({ generated: [generated], drafts: [changed] })).toEqual([
      tone,
      createdAt,
      { event: 'edited', at: later },
    ]);
    const own = { ...changed, made: null };
    expect(datesOf({ drafts: [own] })).toEqual([null, null, { event: 'edited', at: later }]);
    expect(datesOf({ generated: [used], sent: [message] })).toEqual([tone, createdAt, { event: 'sent', at: later }]);
    const marked = [tone, createdAt, { event: 'contacted', at: later }];
    expect(datesOf({ generated: [used], sent: [byHand] })).toEqual(marked);
    expect(datesOf({ generated: [used], sent: [edited] })).toEqual(marked);
    const replied = { ...byHand, replied: true, repliedAt: '2026-12-25T08:00:00.000Z' };
    expect(datesOf({ sent: [replied] })).toEqual([null, null, { event: 'replied', at: replied.repliedAt }]);
    const failed = { ...message, status: 'failed' as const, sentAt: null };
    expect(datesOf({ sent: [failed] })).toEqual([null, null, { event: 'tried', at: sent.createdAt }]);
  });

  it('a search finds the entries with all words, in the text, the recipient or the lead', () => {
    const entries = entriesOf({ ...none, generated: [generated], sent: [{ ...sent, content: 'Something else' }] });
    const found = (search: string) => entriesWith(entries, search).map(({ text }) => text);
    expect(found(' ')).toHaveLength(2);
    expect(found('SOMETHING bakery')).toEqual(['Something else']);
    expect(found('invoices hello')).toEqual([generated.message]);
    expect(found('in\u200bvoices ｈｅｌｌｏ')).toEqual([generated.message]);
    expect(found('nothing')).toEqual([]);
  });
});

it('a reminder is due on the morning of its day', () => {
  expect(dayOf(morningOf('2026-12-01') ?? new Date(0))).toBe('2026-12-01');
  expect(morningOf('2026-12-01')?.getHours()).toBe(9);
  expect(morningOf('')).toBeNull();
  expect(daysToChoose(new Date(2026, 10, 27, 23))).toEqual({ min: '2026-11-27', max: '2027-11-27' });
});
