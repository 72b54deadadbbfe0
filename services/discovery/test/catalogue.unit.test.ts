import { sharedData } from '@earshot/testing/shared-data';
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { catalogue } from '../src/domain/catalogue/catalogue.ts';
import { communityOf, places } from '../src/domain/catalogue/places.ts';
import { categories, entrySchema, membersText } from '../src/domain/catalogue/community.ts';
import { neverSuggested } from '../src/domain/never-suggested.ts';

describe('the catalogue', () => {
  it('holds at least 300 communities, each once, in every category', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(300);
    expect(new Set(catalogue.map(({ name }) => name.toLowerCase())).size).toBe(catalogue.length);
    expect(new Set(catalogue.map(({ category }) => category))).toEqual(new Set(categories));
  });

  it('has a description of one sentence, an audience and search words for each', () => {
    for (const { name, audience, words, description, members } of catalogue) {
      expect(name).toMatch(/^[A-Za-z0-9_]{2,21}$/);
      expect(description).toMatch(/^[A-Z].{20,160}\.$/);
      expect(description.slice(0, -1)).not.toMatch(/[.!?] /);
      expect(audience).toMatch(/^[a-zA-Z].{4,80}[^.]$/);
      expect(words.split(' ').length).toBeGreaterThan(2);
      expect(members === null || (Number.isInteger(members) && members > 1_000)).toBe(true);
    }
    expect(new Set(catalogue.map(({ description }) => description)).size).toBe(catalogue.length);
  });

  it.each([
    ['a name with its prefix', { name: 'r/gaming' }],
    ['a name in characters that no community has', { name: 'board games' }],
    ['members as text', { members: '2.7M' }],
    ['no search words', { words: '' }],
    ['a field that nobody reads', { tags: 'game' }],
  ])('refuses an entry with %s', (_fault, change) => {
    const entry = { name: 'gaming', members: null, audience: 'players', words: 'game', description: 'Players talk.' };
    expect(entrySchema.safeParse(entry).success).toBe(true);
    expect(entrySchema.safeParse({ ...entry, ...change }).success).toBe(false);
  });

  it('holds none that is never to be suggested', () => {
    expect(catalogue.filter(({ name }) => neverSuggested(name))).toEqual([]);
    expect(['SuicideWatch', 'GoneWild', 'Some_NSFW_place'].map(neverSuggested)).toEqual([true, true, true]);
  });

  it.each([
    [null, 'size not known'],
    [940, 'up to 1K members'],
    [1_001, 'over 1K members'],
    [22_300, 'over 20K members'],
    [999_999, 'over 500K members'],
    [1_000_000, 'over 500K members'],
    [2_560_000, 'over 2M members'],
  ])('writes %s members as "%s"', (members, text) => {
    expect(membersText(members)).toBe(text);
  });
});

describe('the catalogue of places', () => {
  it('holds forums, tags and feeds, each once, by names that their source understands', () => {
    expect(places.size).toBeGreaterThanOrEqual(100);
    const names = [...places.values()].map((place) => communityOf(place, 'late payments'));
    expect(new Set(names.map((one) => `${one?.source} ${one?.name}`)).size).toBe(places.size);
    for (const [title, place] of places) {
      const name = communityOf(place, 'late payments')?.name;
      expect({ title, name }).toEqual({
        title,
        name: place.source === 'discourse' ? `${place.name}/search?q=late%20payments` : place.name,
      });
    }
  });

  it('has no search of a forum without words', () => {
    const forum = [...places.values()].find(({ source }) => source === 'discourse');
    expect(forum && communityOf(forum, undefined)).toBeNull();
  });

  it('has a description of one sentence and an audience for each', () => {
    for (const { title, audience, words, description } of places.values()) {
      expect({ title, description }).toEqual({ title, description: expect.stringMatching(/^[A-Z].{20,200}\.$/) });
      expect(description.slice(0, -1)).not.toMatch(/[.!?] /);
      expect(audience).toMatch(/^[a-zA-Z].{4,80}[^.]$/);
      expect(words.split(' ').length).toBeGreaterThan(2);
    }
  });
});

const data = sharedData('data');

(data === null ? describe.skip : describe)('the catalogue beside the public lists', () => {
  it('copies none of their texts, has their counts, and none that they mark as for adults', () => {
    const listed = new Map(publicList().map((row) => [row.name.toLowerCase(), row]));
    const words = new Set([...listed.values()].flatMap((row) => [plain(row.description), plain(row.title)]));
    for (const { text } of sidebars()) words.add(plain(text));
    for (const { name, description, members } of catalogue) {
      expect(words.has(plain(description))).toBe(false);
      const row = listed.get(name.toLowerCase());
      expect({ name, members, isNsfw: false }).toEqual({
        name,
        members: row?.members ?? null,
        isNsfw: row?.isNsfw ?? false,
      });
    }
  });
});

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Columns: name, subscribers, over18, title, public_description. Quotes are doubled inside quotes (RFC 4180). */
function publicList() {
  const text = readFileSync(join(data ?? '', 'subreddits-2021-mit/subreddits.csv'), 'utf8');
  const [, ...rows] = [
    ...text.matchAll(/((?:[^",\r\n]*|"(?:[^"]|"")*")(?:,(?:[^",\r\n]*|"(?:[^"]|"")*"))*)(?:\r?\n|$)/g),
  ]
    .map(([, row = '']) => [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, a, b]) => a ?? b ?? ''))
    .filter((cells) => cells.length > 5);
  return rows.map(([name = '', members, over18, title = '', description = '']) => ({
    name,
    members: Number(members),
    isNsfw: over18 === '1',
    title,
    description: description.replaceAll('""', '"'),
  }));
}

function sidebars() {
  const bytes = gunzipSync(readFileSync(join(data ?? '', 'subreddits-sidebars-mit/subreddits.json.gz')));
  const rows = z.array(z.object({ description: z.string().nullish() })).parse(JSON.parse(bytes.toString('utf8')));
  return rows.map(({ description }) => ({ text: description ?? '' }));
}
