import { describe, expect, it } from '@jest/globals';
import { readItems } from '../src/hacker-news/items.ts';
import { presentHit, presentItem } from '../src/hacker-news/present.ts';
import { BadParameter, hasWords, readNumber, readSearch } from '../src/hacker-news/search.ts';
import { NOON } from './site.ts';

const items = readItems(NOON / 1000);
const all = [...items.values()];
const idsFor = (parameters: Record<string, string>) => {
  const search = readSearch(new URLSearchParams(parameters));
  return all
    .filter((item) => search.matches(item) && hasWords(search, item, items.get(item.story)))
    .map(({ id }) => id);
};
const kindsFor = (parameters: Record<string, string>) => new Set(idsFor(parameters).map((id) => items.get(id)?.kind));

describe('the stand-in of Hacker News', () => {
  it('has at least 60 items of every kind, newest first, some of them deleted or dead', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['ask', 'show', 'story', 'comment']));
    expect(all.filter(({ deleted }) => deleted === true).length).toBeGreaterThan(2);
    expect(all.filter(({ dead }) => dead === true).length).toBeGreaterThan(2);
    for (const { kind, parent, title, story } of all) {
      expect(kind === 'comment' ? items.has(parent ?? 0) : title !== undefined).toBe(true);
      expect(items.get(story)?.kind).not.toBe('comment');
    }
    const times = all.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('combines tags as the search API does: commas for all, brackets for any', () => {
    expect(kindsFor({ tags: 'story' })).toEqual(new Set(['ask', 'show', 'story']));
    expect(kindsFor({ tags: 'story,show_hn' })).toEqual(new Set(['show']));
    expect(kindsFor({ tags: '(ask_hn,comment)' })).toEqual(new Set(['ask', 'comment']));
    expect(kindsFor({ tags: 'comment,author_deskfan' })).toEqual(new Set(['comment']));
    expect(idsFor({ tags: 'ask_hn,show_hn' })).toEqual([]);
  });

  it('filters by numbers, and refuses filters that are none', () => {
    const middle = all[30]?.time ?? 0;
    expect(idsFor({ numericFilters: `created_at_i<=${middle}` })).toEqual(
      all.filter(({ time }) => time <= middle).map(({ id }) => id),
    );
    for (const numericFilters of ['created_at_i', 'created_at_i~1', 'karma>1', 'constructor>1'])
      expect(() => idsFor({ numericFilters })).toThrow(BadParameter);
  });

  it('finds all words, phrases and beginnings of the last word', () => {
    expect(idsFor({ query: 'LATE paym' })).toEqual(expect.arrayContaining(idsFor({ query: '"late payment"' })));
    expect(idsFor({ query: '"late payment"' }).length).toBeGreaterThan(3);
    expect(idsFor({ query: 'zeppelin' })).toEqual([]);
  });

  it('reads whole numbers only', () => {
    expect(readNumber(new URLSearchParams('hitsPerPage=5000'), 'hitsPerPage', 20, 1_000)).toBe(1_000);
    expect(readNumber(new URLSearchParams(''), 'page', 0, 9)).toBe(0);
    expect(() => readNumber(new URLSearchParams('page=x'), 'page', 0, 9)).toThrow(BadParameter);
  });

  it('answers items with the fields of their kind only', () => {
    const fieldsOf = (wanted: (item: (typeof all)[number]) => boolean) =>
      Object.keys(presentItem(all.find(wanted) ?? all[0] ?? fail())).sort();
    expect(fieldsOf(({ kind, deleted }) => kind === 'ask' && deleted === true)).toEqual([
      'deleted',
      'id',
      'time',
      'type',
    ]);
    expect(fieldsOf(({ kind, dead }) => kind === 'comment' && dead === true)).toEqual([
      'by',
      'dead',
      'id',
      'parent',
      'text',
      'time',
      'type',
    ]);
    expect(fieldsOf(({ kind, kids }) => kind === 'show' && kids.length > 0)).toEqual([
      'by',
      'descendants',
      'id',
      'kids',
      'score',
      'text',
      'time',
      'title',
      'type',
      'url',
    ]);
  });

  it('answers hits with the fields of their kind only', () => {
    const comment = all.find(({ kind }) => kind === 'comment') ?? fail();
    const hit = presentHit(comment, items.get(comment.story));
    expect(hit).toMatchObject({ objectID: String(comment.id), comment_text: comment.text });
    expect(hit).not.toHaveProperty('title');
    expect(hit).not.toHaveProperty('points');
    const story = all.find(({ kind }) => kind === 'story') ?? fail();
    expect(presentHit(story, story)).not.toHaveProperty('comment_text');
  });
});

function fail(): never {
  throw new Error('the stand-in has no such item');
}
