import { shortened } from './sentences.ts';
import { baseOf, gerund, isBase, isVerb } from './verbs.ts';

/** "photos and answer the phone" */
const gerundsAfterAnd = (text: string): string =>
  text.replace(/\band (\w+)\b/, (whole, word: string) => {
    const base = baseOf(word) ?? (isBase(word) ? word : undefined);
    return base === undefined ? whole : `and ${gerund(base)}`;
  });

/** A service with what else is done: "setting up a page, answering the phone". */
export function joinedGerunds([first = '', ...more]: readonly string[]): string {
  const others = more
    .filter((next) => !/^(?:tells?|lets?|helps?|gives?) you\b/i.test(next))
    .map((next) => {
      const [verb = '', ...rest] = next.replace(/\s(?:when|if|so|before|while)\s.*$/i, '').split(' ');
      return `${gerund(baseOf(verb) ?? verb)} ${gerundsAfterAnd(rest.join(' '))}`;
    });
  const all = [first, ...others];
  if (all.length === 1) return first;
  return all.join(', ').length > 140 ? first : all.length === 2 ? all.join(' and ') : all.join(', ');
}

/** Verbs whose prepositions belong to them: "comparing a CV with the ad", "teaching parents to cook". */
const ends: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:coach|teach|train|mentor)$/, /\s(?:at|within|in \w+ (?:minutes|weeks|days|sessions)|so)\s.*$/i],
  [
    /^(?:connect|match|pair|compare|link|integrate|combine|replace|fill|provide)$/,
    /\s(?:at|in|for|across|around|so|within|before|after)\s.*$/i,
  ],
];
const usualEnd = /\s(?:at(?! home)|in|for|with|from|across|around|so|within|before|after|by)\s.*$/i;

/** "We fix cracked screens at your home" */
export function serviceOf(base: string, object: string): string {
  const short = object.replace(ends.find(([verbs]) => verbs.test(base))?.[1] ?? usualEnd, '');
  const phrase = short.trim().split(' ').length > 1 || object.length < 10 ? short : object;
  return `${gerund(base)}${phrase.startsWith(' and ') ? gerundsAfterAnd(phrase) : phrase}`;
}

/** "help founders write a pitch deck" gives "help with writing a pitch deck". */
export function helpIn(words: string): string {
  const said = words
    .replace(/\s(?:without|so|by|in \d|with(?=out)|instead|before|while|and never)\b.*$|,\s.*$/i, '')
    .split(' ');
  for (let at = 1; at < said.length; at += 1) {
    const verb = said[at] ?? '';
    if (
      (isBase(verb) && /s$|^(?:people|women|men|children|you|kids)$/i.test(said[at - 1] ?? '')) ||
      (verb === 'to' && isVerb(said[at + 1] ?? ''))
    ) {
      const [first = '', ...more] = said.slice(verb === 'to' ? at + 1 : at);
      return shortened(`help with ${gerund(first)} ${gerundsAfterAnd(more.join(' '))}`);
    }
  }
  return '';
}
