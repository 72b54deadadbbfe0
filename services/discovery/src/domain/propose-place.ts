import type { ProposedProfile } from '@earshot/proto/http/discovery';
import { longest } from '@earshot/proto/limits';
import { type Mention, mentionsIn } from '@earshot/text/places';

/** Words before the name of the place where a business works. */
const working = new Set(
  'in near around across throughout within outside serve serves serving cover covers covering'.split(' '),
);
/** Before "in", they tell where something comes from. */
const origins = new Set('made born trained produced grown sourced manufactured invented'.split(' '));
const only =
  /\b(?:only|exclusively|solely)\s(?:serv|work|deliver|operat|cover|sell|ship|available|take|accept|install|in\b|with(?:in)?\b|for\b)|\b(?:serv\w+|work\w*|deliver\w*|operat\w+|cover\w*|sell|ship|available)\s(?:to\s)?(?:only|exclusively|solely)\b|\b(?:local|nearby) (?:customers|clients|residents) only\b/i;
/** The same after the place: "London only". */
const onlyAfter = /^\s?only\b/i;

/** Where the business works and whether it serves only there, as far as its description states it. */
export function placeIn(description: string): Pick<ProposedProfile, 'location' | 'servesOnlyThere'> {
  const place = mentionsIn(description).find((mention) => isOfBusiness(mention));
  if (place === undefined) return { location: '', servesOnlyThere: false };
  const { start, end } = place;
  const sentence = sentenceAround(description, start, end);
  return {
    location: description.slice(start, end).replace(/\s+/g, ' ').slice(0, longest.location),
    servesOnlyThere: only.test(sentence) || onlyAfter.test(description.slice(end)),
  };
}

function isOfBusiness({ isCapital, before, followsWord, next, places }: Mention): boolean {
  if (!isCapital) return false;
  if (next?.word === 'based' || next?.word === 'area') return true;
  // "in Reading Books": a name that goes on is another name.
  if (!followsWord || next?.isCapital === true) return false;
  const [previous = '', last = ''] = before.slice(-2);
  const word = before.length === 1 ? previous : last;
  if (previous === 'deliver' || previous === 'delivers' || previous === 'delivering') return word === 'to';
  return working.has(word) && !(origins.has(previous) && places[0]?.kind === 'country');
}

function sentenceAround(text: string, start: number, end: number): string {
  const head = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => text.lastIndexOf(mark, start)));
  const tail = /[.!?]\s|\n/.exec(text.slice(end))?.index ?? text.length;
  return text.slice(head + 1, end + tail);
}
