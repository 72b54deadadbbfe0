/** @jest-environment jsdom */
import { draftContract, type SavedDraft } from '@earshot/proto/http/drafts';
import { examples } from '@earshot/proto/http/examples';
import { type Lead, leadContract } from '@earshot/proto/http/lead';
import { type GeneratedMessage, outreachContract } from '@earshot/proto/http/outreach';
import { describe, expect, it } from '@jest/globals';
import { shownType } from '../src/features/outreach/composer-address.ts';
import { unsavedOf, withAnswer, withMine, withOther, withSaved } from '../src/features/outreach/draft-saving.ts';
import {
  type Draft,
  readDraft,
  withGenerated,
  withSubject,
  withVariant,
  withWritten,
} from '../src/features/outreach/drafts.ts';
import { readTone, toneFields, toneOf } from '../src/features/outreach/tone-choice.ts';

const lead: Lead = leadContract.getLead.response.parse(examples['getLead']?.response);
const [generated]: GeneratedMessage[] = outreachContract.listGeneratedMessages.response.parse(
  examples['listGeneratedMessages']?.response,
);
if (!generated) throw new Error('the contract has no example');
const empty = readDraft(null, lead.userId);

describe('saving drafts', () => {
  const [saved]: SavedDraft[] = draftContract.listDrafts.response.parse(examples['listDrafts']?.response);
  if (!saved) throw new Error('the contract has no example');
  const waiting = (draft: Draft) => unsavedOf(draft).map(({ messageType, content }) => [messageType, content.text]);
  const written = (text: string, old = empty) => withWritten(old, 'dm', text);
  /** The server's answer to saving the text. */
  const stored = (draft: Draft, updatedAt = '2026-11-28T10:00:00.000Z') =>
    unsavedOf(draft).reduce((old, text) => {
      const { messageType, content } = text;
      const ownTone = content.ownTone ?? undefined;
      return withAnswer(old, text, { ...saved, ...content, ownTone, messageType, updatedAt });
    }, draft);
  const later = { ...saved, text: 'From another tab', updatedAt: '2026-11-28T11:00:00.000Z' };

  it('a text waits until it is saved, and an empty one only if it replaces a saved one', () => {
    expect(waiting(empty)).toEqual([]);
    const hello = written('Hello');
    expect(unsavedOf(hello)).toMatchObject([{ messageType: 'dm', content: { text: 'Hello' }, basedOn: null }]);
    const kept = stored(hello);
    expect(waiting(kept)).toEqual([]);
    expect(waiting(withSubject(kept, 'Your van'))).toEqual([['dm', 'Hello']]);
    expect(unsavedOf(written('', kept))).toMatchObject([
      { content: { text: '' }, basedOn: '2026-11-28T10:00:00.000Z' },
    ]);
  });

  it('a saved text comes into an empty composer, in its tone', () => {
    const comment = { ...saved, messageType: 'comment' as const, tone: 'direct' as const };
    const now = withSaved(empty, [comment]);
    expect(now.comment).toMatchObject({ text: saved.text, tone: 'direct', made: saved.made });
    expect([shownType(lead, now), waiting(now)]).toEqual(['comment', []]);
    expect(withSaved(now, [comment])).toEqual(now);
  });

  it('the own tone of a draft is saved with it, and stays in the variants of the draft', () => {
    const now = withGenerated(empty, { ...generated, ownTone: 'Workshop' });
    const [, asking] = generated.variants;
    if (!asking) throw new Error('the example has no second variant');
    expect(unsavedOf(withVariant(now, 'dm', asking))).toMatchObject([{ content: { ownTone: 'Workshop' } }]);
    expect(toneOf(now.dm)).toBe('own:Workshop');
    expect([toneFields('own:Workshop'), toneFields('casual')]).toEqual([{ ownTone: 'Workshop' }, { tone: 'casual' }]);
    expect([readTone('own:Workshop'), readTone('casual'), readTone('rude')]).toEqual(['own:Workshop', 'casual', null]);
  });

  it('a text that was edited in this tab can be restored after another tab saved its own', () => {
    const now = withSaved(stored(written('Mine')), [later]);
    expect(now.dm).toMatchObject({ text: 'From another tab', former: { text: 'Mine' } });
  });

  it('the latest text decides which message type an address without one shows', () => {
    const both = stored(withWritten(stored(written('One')), 'comment', 'All'), later.updatedAt);
    expect(shownType(lead, both)).toBe('comment');
    expect(shownType(lead, withSaved(both, [later]))).toBe('dm');
  });

  it('a text that is not saved yet is never replaced: the user chooses', () => {
    const asked = withSaved(written('Mine, changed', stored(written('Mine'))), [later]);
    expect([asked.dm.text, asked.dm.other?.content.text]).toEqual(['Mine, changed', 'From another tab']);
    expect(waiting(asked)).toEqual([]);
    expect(unsavedOf(withMine(asked, 'dm'))).toMatchObject([
      { content: { text: 'Mine, changed' }, basedOn: later.updatedAt },
    ]);
    const theirs = withOther(asked, 'dm');
    expect(theirs.dm).toMatchObject({ text: 'From another tab', other: null, former: { text: 'Mine, changed' } });
    expect(waiting(theirs)).toEqual([]);
  });

  it('a sent text leaves the composer, also if its save comes too late, and what was written since stays', () => {
    const kept = stored(written('Hello'));
    expect(withSaved(kept, []).dm.text).toBe('');
    expect(waiting(withSaved(written('Next', kept), []))).toEqual([['dm', 'Next']]);
    const late = unsavedOf(written('Hello, late'))[0];
    if (!late) throw new Error('nothing waits');
    const answered = withAnswer(written('Hello, late'), late, null);
    expect([answered.dm.text, waiting(answered), withSaved(answered, []).dm.text]).toEqual(['Hello, late', [], '']);
    const next = withAnswer(written('Next'), late, null);
    expect(unsavedOf(next)).toMatchObject([{ content: { text: 'Next' }, basedOn: null }]);
    expect(withSaved(next, []).dm.text).toBe('Next');
    const emptied = unsavedOf(written('', kept))[0];
    if (!emptied) throw new Error('nothing waits');
    expect(withAnswer(written('', kept), emptied, null).dm.saved).toBeNull();
  });
});
