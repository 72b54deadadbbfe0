/**
 * The customers that a description names: "invoicing for freelancers and small studios" gives "Freelancers and small
 * studios.". Null when no phrase does.
 */
export function statedAudience(description: string): string | null {
  for (const [, words = ''] of description.matchAll(phrase)) {
    const whom = groupIn(words);
    if (whom !== null) return `${whom.charAt(0).toUpperCase()}${whom.slice(1)}.`;
  }
  return null;
}

const longest = 100;
/** Up to the end of the sentence or of a subordinate clause. */
const phrase = /\b(?:for|helps?|teaches|serves|connects)\s+([^.;:!?()\n]+)/gi;
/** A verb or another preposition begins another thought. */
const endOfGroup =
  /\s(?:with|without|so|by|via|using|from|on|in|to|against|aged|between|after|before|into|through|at|and (?:get|make|find|track|run|sell)|their|that|for|choose|find|get|make|cut|ship|save|manage|build|grow|learn|reach|turn)\b.*$/i;
const relative = /\swho\s.*$/i;
/** Plurals of objects that end like those of people, as a part of a pattern. */
const objectPlurals =
  'clusters|newsletters|servers|computers|printers|papers|orders|numbers|events|documents|payments|apartments|diapers|posters|flyers|stickers';
/** A plural of people or firms; "for free" and "for the web" name nobody. */
const people = new RegExp(
  String.raw`\b(?!(?:${objectPlurals})\b)[a-z]*(?:ers|ors|ees|ents|ists|ians|people|men|women|children|kids|families|couples|teams|agencies|businesses|companies|firms|shops|stores|studios|clinics|restaurants|cafes|households|offices|homes|nurses|athletes|startups|schools|landlords|adults|breweries|nonprofits|charities|trades|professionals|hosts|brides|vets)\b`,
  'i',
);

/** Groups that every product has. */
const vague = /^(?:teams|people|businesses|companies|customers|users|everyone|families|small teams)$/i;

/** Cuts what follows the last people of a phrase: "new parents track sleep" gives "new parents". */
function upToPeople(part: string): string {
  const last = [...part.matchAll(new RegExp(people, 'gi'))].at(-1);
  return last === undefined ? part.trim() : part.slice(0, last.index + last[0].length).trim();
}

/** The group of people at the start of a phrase, with its clause "who ..." if there is room. */
function groupIn(words: string): string | null {
  const parts = words
    .replace(relative, '')
    .split(',')
    .map((part) => upToPeople(part.replace(endOfGroup, '')));
  // "welders, electricians and other trades" is a list; anything else after a comma is another thought.
  const last = parts.findIndex((part) => / and | or /.test(part));
  const list = parts.slice(0, last + 1);
  const isList = last > 0 && list.every((part) => people.test(part) && part.split(' ').length < 7);
  const group = isList ? list.join(', ') : (parts[0] ?? '');
  if (!people.test(group) || vague.test(group) || group.length > longest) return null;
  const who = isList ? undefined : relative.exec(words.split(',')[0] ?? '')?.[0];
  const whole = who === undefined || !words.startsWith(`${group}${who}`) ? group : `${group}${who.trimEnd()}`;
  return whole.length > longest ? group : whole;
}
