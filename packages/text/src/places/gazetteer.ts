import { wordsOf } from '../words.ts';
import ambiguous from './words.json' with { type: 'json' };
import file from './places.json' with { type: 'json' };
import known from './known-names.json' with { type: 'json' };
import { cityRadius, type Place } from './place.ts';

/** A name as words, and the places that bear it, the likeliest first. */
export interface Name {
  readonly words: readonly string[];
  /** Written in capitals only: "US" is a country, and "us" is not. */
  readonly isCode: boolean;
  readonly places: readonly Place[];
}

/** Which names exist. Made at the first use and kept: about 9,000 names. */
export interface Gazetteer {
  /** The names that begin with a word, the longest first. */
  startingWith(word: string): readonly Name[];
  /** The places of a name without spaces and signs, such as "newyorkcity". */
  joined(name: string): readonly Place[];
  /** The region of a code that is written after a city, such as "OR". */
  regionOfCode(code: string): readonly Place[];
  citiesIn(region: string): readonly Place[];
}

/** What a name means besides a place: a word of trade, as in "Best CRM in Enterprise", or people and others. */
export function otherMeaningOf(name: readonly string[]): OtherMeaning {
  const [first = ''] = name;
  if (name.length !== 1) return null;
  if (words.has(first)) return 'word';
  return people.has(first) ? 'people' : null;
}

export type OtherMeaning = 'word' | 'people' | null;

const words: ReadonlySet<string> = new Set(ambiguous.words.split(' '));
const people: ReadonlySet<string> = new Set(ambiguous.people.split(' '));

/** Names that in small letters are words. */
const codes = /^(?:U\.?S|L\.?A|SF|D\.?C|DMV|GTA)\.?$/;

/** So many people mean a region where a city has the same name: "Ontario" is the province, "New York" the city. */
const REGION_PEOPLE = 5_000_000;
const AREA_PEOPLE = 2_000_000;

let made: Gazetteer | undefined;

export function gazetteer(): Gazetteer {
  return (made ??= make());
}

function make(): Gazetteer {
  const byWords = new Map<string, Name>();
  const byCode = new Map<string, Place[]>();
  const cities = new Map<string, Place[]>();
  const add = (name: string, place: Place): void => {
    addWords(name, wordsIn(name), place);
    // People write "Zurich" where the language itself writes "Zuerich" without the sign.
    if (/[äöü]/i.test(name)) addWords(name, wordsIn(name.normalize('NFD').replace(/\u0308/g, '')), place);
  };
  const addWords = (name: string, words: readonly string[], place: Place): void => {
    const key = words.join(' ');
    const before = byWords.get(key);
    if (before?.places.includes(place)) return;
    const places = [...(before?.places ?? []), place].sort((a, b) => b.people - a.people);
    byWords.set(key, { words, isCode: codes.test(name), places });
  };
  for (const [code = '', name = '', thousands = ''] of rows(file.countries))
    add(name, { kind: 'country', name, country: code, people: Number(thousands) * 1000 });
  for (const [region = '', name = ''] of rows(file.regions)) {
    const place: Place = { kind: 'region', name, country: region.slice(0, 2), region, people: REGION_PEOPLE };
    add(name, place);
    byCode.set(region, [place]);
    if (region.startsWith('US.')) push(byCode, region.slice(3), place);
  }
  for (const [region, list] of Object.entries(file.cities)) {
    const all = rows(list).map((row) => cityOf(region, row));
    cities.set(region, all);
    for (const city of all) add(city.name, city);
  }
  for (const [code = '', region = ''] of rows(known.codes))
    for (const place of byCode.get(region) ?? []) push(byCode, code, place);
  for (const row of rows(known.areas)) add(row[0] ?? '', areaOf(row));
  for (const [name = '', target = ''] of rows(known.aliases))
    for (const place of targetOf(target, byWords)) add(name, place);
  return lookUps([...byWords.values()], byCode, cities);
}

function lookUps(names: readonly Name[], byCode: Map<string, Place[]>, cities: Map<string, Place[]>): Gazetteer {
  const byFirst = new Map<string, Name[]>();
  const byJoined = new Map<string, readonly Place[]>();
  for (const name of names) {
    push(byFirst, name.words[0] ?? '', name);
    byJoined.set(name.words.join(''), name.places);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return {
    startingWith: (word) => byFirst.get(word) ?? [],
    joined: (name) => byJoined.get(name) ?? [],
    regionOfCode: (code) => byCode.get(code) ?? [],
    citiesIn: (region) => cities.get(region) ?? [],
  };
}

function wordsIn(name: string): string[] {
  const words = wordsOf(name).map(({ word }) => word);
  return words[0] === 'the' && words.length > 1 ? words.slice(1) : words;
}

function cityOf(region: string, [name = '', latitude, longitude, thousands]: readonly string[]): Place {
  const people = Number(thousands) * 1000;
  const around = { latitude: Number(latitude), longitude: Number(longitude), km: cityRadius(people) };
  return { kind: 'city', name, country: region.slice(0, 2), region, around, people };
}

function areaOf([name = '', country = '', code = '', latitude, longitude, km]: readonly string[]): Place {
  const around = { latitude: Number(latitude), longitude: Number(longitude), km: Number(km) };
  return { kind: 'area', name, country, region: `${country}.${code}`, around, people: AREA_PEOPLE };
}

/** The place that an alias names: `country:GB` or `city:US.NY:New York City`. */
function targetOf(target: string, byWords: ReadonlyMap<string, Name>): readonly Place[] {
  const [kind, code, name] = target.split(':');
  const all = kind === 'country' ? [...byWords.values()].flatMap(({ places }) => places) : [];
  if (kind === 'country') return all.filter((one) => one.kind === 'country' && one.country === code).slice(0, 1);
  const named = byWords.get(wordsIn(name ?? '').join(' '))?.places ?? [];
  return named.filter((one) => one.kind === 'city' && one.region === code).slice(0, 1);
}

function rows(list: string): string[][] {
  return list.split(';').map((row) => row.split('|'));
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
