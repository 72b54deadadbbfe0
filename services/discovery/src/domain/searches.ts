import type { BusinessProfile } from '@earshot/proto/http/lead';
import { parsedProfile } from './propose-profile.ts';
import { isAmbiguous, significanceOf } from './text.ts';

/** The input of the searches. A field that is absent or empty is read from the description. */
export type SearchedFor = { readonly [K in 'offer' | 'problems']?: BusinessProfile[K] | undefined };

/** An offer of common words, such as "online course", finds posts about anything. */
const leastOffer = 1;
/** Three say more: "late payment reminders". They are used where nothing else is. */
const leastOfLongOffer = 0.6;
const words = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
/** A clause that describes the noun before it. Searches use the noun. */
const clause = /\b(?:that|which|who|whose|when|where|because|while|if|until|after|before)\b.*$/is;

/** The start of a description. It names the offer if no other pattern found one. */
const opening = /^(?:(?:we|i)\s)?(.*?)(?=\sfor\s|[.;:!?\n]|$)/is;

/**
 * Searches for the problems and the offer of a business. Each has two words that stand beside each other in the text,
 * because a search finds posts with all of its words. A problem of one word is searched for together with the subject of
 * the offer. Where no two neighbours say enough, two words that name the offer do. None where the words say too
 * little.
 */
export function searchesFor(description: string, searchedFor: SearchedFor, most: number): string[] {
  const parsed = parsedProfile(description);
  const [subjectOf = ''] = (searchedFor.offer || parsed.offer).split(/\sfor\s/);
  // The words behind "for" name the audience.
  const offer = phrasesOf(subjectOf || (opening.exec(description.trim())?.[1] ?? ''));
  const problems = (searchedFor.problems?.length ? searchedFor.problems : parsed.problems).map(phrasesOf);
  const subject = offer[0]?.at(-1);
  const searches = [
    ...problems.map((phrases) => pairIn(phrases, 0) ?? together(phrases, subject)),
    ...offer.map((one) => pairIn([one], leastOffer)),
  ];
  const pairs = [...new Set(searches.flatMap((search) => search ?? []))];
  const common = offer.flatMap((one) => (one.length > 2 ? (pairIn([one], leastOfLongOffer) ?? []) : []));
  return ([pairs, common].find((found) => found.length > 0) ?? subjectsOf(offer)).slice(0, most);
}

/** The first two words that name the offer, although they do not stand beside each other. */
function subjectsOf(offer: readonly string[][]): string[] {
  const words = new Set(offer.flat().filter((word) => significanceOf(word) === 1 && !isAmbiguous(word)));
  const [first, second] = words;
  return first === undefined || second === undefined ? [] : [`${first} ${second}`];
}

/** The runs of significant words of a text, without those of subordinate clauses. */
function phrasesOf(text: string): string[][] {
  const runs = text
    .toLowerCase()
    .split(/[.,;:!?()/\n]| [-–—] /)
    .flatMap((part) => runsIn(part.replace(clause, '')));
  return runs.filter((run) => run.length > 0);
}

function runsIn(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const [word] of text.matchAll(words)) {
    if (significanceOf(word) > 0) runs.at(-1)?.push(word);
    else runs.push([]);
  }
  return runs;
}

/**
 * The two most significant neighbours, in the first phrase that has two. Of equal pairs, the last one names the offer
 * ("kitchen knives" of "japanese kitchen knives"), but common words at the end only name its kind ("software").
 */
function pairIn(phrases: readonly string[][], least: number): string | null {
  const phrase = phrases.find(({ length }) => length > 1) ?? [];
  let best = { pair: '', worth: 0 };
  for (const [at, second] of phrase.entries()) {
    const first = phrase[at - 1];
    if (first === undefined) continue;
    const worth = significanceOf(first) + significanceOf(second);
    if (worth > best.worth || (worth === best.worth && worth >= 1)) best = { pair: `${first} ${second}`, worth };
  }
  return best.worth > 0 && best.worth >= least ? best.pair : null;
}

/** The only word of a problem, with the subject of the offer: "churn" of an analytics tool. */
function together(phrases: readonly string[][], subject: string | undefined): string | null {
  const [word, more] = phrases.flat();
  return word === undefined || more !== undefined || subject === undefined || word === subject
    ? null
    : `${word} ${subject}`;
}
