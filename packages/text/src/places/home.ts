import { fold } from '../fold.ts';
import { gazetteer } from './gazetteer.ts';
import { mentionsIn } from './mentions.ts';
import { type Place, relationOf } from './place.ts';

/** Where a business works, as its owner wrote it. */
export interface Home {
  /** As it is shown: the text up to its first comma. */
  readonly label: string;
  readonly places: readonly Place[];
  /** Names that are in no list, folded, such as those of a village. `places` are then what is around it. */
  readonly unlisted: readonly string[];
}

/** Words that name no place. */
const anywhere =
  /\b(?:online|remote|remotely|worldwide|global|nationwide|anywhere|everywhere|international|all over)\b/i;

/** Reads a location such as "Leeds, UK" or "Leeds and York". Null if it names no place. */
export function homeIn(location: string): Home | null {
  const text = location.trim();
  const capitals = text.replace(/(?<![\p{L}\p{N}])\p{Ll}/gu, (letter) => letter.toUpperCase());
  const mentions = mentionsIn(text === text.toLowerCase() ? capitals : text);
  const places = mentions.flatMap(({ places: [likeliest] }) => likeliest ?? []);
  const unlisted = text
    .split(/[,;/&]| and /)
    .map((part) => part.trim())
    .filter(
      (part) => /^\p{Lu}/u.test(part) && mentionsIn(part).length === 0 && !anywhere.test(part) && part.length > 2,
    );
  // Beside a city they are streets, postcodes and codes of regions.
  const villages = places.some(({ kind }) => kind === 'city') ? [] : unlisted;
  if (places.length === 0 && villages.length === 0) return null;
  return {
    label: (text.split(',')[0] ?? text).trim(),
    places: innermost(places),
    unlisted: villages.map((part) => fold(part).text),
  };
}

/** Without what is only around another: "Leeds, UK" is Leeds. */
function innermost(places: readonly Place[]): Place[] {
  const { citiesIn } = gazetteer();
  return places.filter(
    (one) => !places.some((other) => other !== one && relationOf(other, one, citiesIn) === 'around'),
  );
}

/** Where the likeliest of some places is, seen from a home. `unknown`: the home is in no list, and the place is around it. */
export function placeSeenFrom(home: Home, places: readonly Place[]): 'inside' | 'around' | 'elsewhere' | 'unknown' {
  const { citiesIn } = gazetteer();
  const all = home.places.flatMap((own) => places.map((place) => relationOf(own, place, citiesIn)));
  if (all.includes('inside')) return home.unlisted.length === 0 ? 'inside' : 'unknown';
  if (all.includes('around')) return 'around';
  return all.length === 0 ? 'unknown' : 'elsewhere';
}
