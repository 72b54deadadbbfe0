import { isOther } from './alternatives.ts';
import { people, peopleWord } from './people.ts';
import { clausesOf, shortened } from './sentences.ts';
import { isPain, marketing } from './pain.ts';

const rest = String.raw`([^.;:!?()"\n]{2,140})`;
/** A group of one to six words that ends with people: "small Django teams". */
const group = String.raw`((?:[\w'&-]+ ){0,5}?${peopleWord}(?: at (?:[\w-]+ ){0,2}${peopleWord})?)`;

/** What follows names the customers, if it names people. In the order of how sure they are. */
const stated = [
  // "made for older drivers", "for freelancers", "suitable for dogs with itchy skin", "serves hotels"
  new RegExp(
    String.raw`(?<![-\w])(?:(?<!\b(?:safe|enough|paying|pays|wait|waiting|look|looking|search|searching|ask|asking|care|caring) )for|serves|aimed at|used by|loved by|trusted by|popular with|sell to)\s+${rest}`,
    'gi',
  ),
  // "helps landlords find tenants"
  new RegExp(
    String.raw`(?<![-\w])(?:helps?|helping|lets|allows|enables|connects?|teach(?:es)?|trains?|reminds|supports?|coach(?:es)?|match(?:es)?|gives?|warns?|alerts?)\s+((?:(?!(?:with|to|for|the|your|an?)\s)[\w-]+,?\s(?:and\s|or\s)?){0,5}?${peopleWord}(?: (?:over|under|aged) [\w-]+)?(?: who [^.,;:!?()\n]{3,50}?(?=\sto\s|[.,;:!?]|$))?)(?=\s(?!(?:and|or)\s)|\.|$)`,
    'gi',
  ),
  // "I work only with night nurses", "we supply flowers to florists and hotels"
  new RegExp(
    String.raw`\b(?:work|working|works|specialise in|specialize in)\s(?:only |mostly |exclusively |mainly )?with\s+${rest}`,
    'gi',
  ),
  new RegExp(
    String.raw`\b(?:sells?|suppl(?:y|ies)|delivers?|rents?|lends?|leases?|hires?|teach(?:es)?|lessons|classes)\s(?:[\w-]+ ){0,5}?to\s+${rest}`,
    'gi',
  ),
];
/** The whole match or its group names the customers. */
const subjects = [
  // "ages 11-16"
  /\b(ages? \d{1,2}(?:\s?(?:-|–|to)\s?\d{1,2}|\+)?)/i,
  // "Bakers and grocers use it", "which law firms use to"
  new RegExp(
    String.raw`(?:^|[.!?:]\s|which\s|that\s)([^.;:!?()\n]{0,80}?${peopleWord}) (?:(?:use|love|trust|rely on) (?:it|us|\w+ to|to|this)\b|pay (?=[£$€\d])|send us|hire us|book us|come to us)`,
    'i',
  ),
  // "Beginners and children welcome"
  /(?:^|[.!?]\s)([^.,;:!?\n]{3,60}?)(?: are)?(?: both| all)? welcome\b/i,
  // "Tenants and landlords can sign"
  new RegExp(
    String.raw`(?:^|[.!?]\s)(?:the )?${group} (?:can|get)\s(?!bored|lost|stuck|caught|confused|sick|tired)`,
    'i',
  ),
];
const cut =
  /\s(?:who|that|which|but|so|because|while|when|without|instead|at an?|from|every|each|against|using|via|through|where|online$|in (?=\d|a |one |seconds|minutes|hours|days))\s?.*$/i;
/** "homeowners with financing" names a feature, "people with coeliac disease" a group. */
const feature =
  /(?<!\b(?:people|those|anyone|adults|children|kids|pupils|students|patients|seniors|parents|women|men|dogs|cats|companies|businesses|firms|teams|families|couples))\swith\s.*$/i;
/** Words that name no particular group. */
const vague =
  /^(?:our |your |their |my |his |her |all |any |the |most |many |these |those )*(?:clients?|customers?|users?|people|owners?|guests?|members?|visitors?|others?|everyone|staff|agents)$/i;
const possessive = /^(?:your|their|his|her|its|our|my|all (?:your|our)|every|each|\d)\b/i;

/** The customers that a text names. */
export function audienceOf(text: string, sentences: readonly string[]): string {
  for (const pattern of stated) {
    for (const { 1: named = '', index } of text.matchAll(pattern)) {
      const whom = groupIn(named);
      // "too expensive for a team of six"
      const before = text.slice(Math.max(...[...'.!?;:,\n'].map((mark) => text.lastIndexOf(mark, index))) + 1, index);
      if (isPain(before)) continue;
      if (people.test(whom) && !possessive.test(whom)) return shortened(whom);
    }
  }
  for (const pattern of subjects) {
    const whom = (pattern.exec(text)?.[1] ?? '').trim();
    if (whom !== '' && !vague.test(whom) && !isPain(whom) && !/^(?:we|i|you|they|it|all|everyone|anyone)\b/i.test(whom))
      return whom;
  }
  return troubled(sentences);
}

const suffering = new RegExp(String.raw`^${group} (?!(?:and|or|at|of|in|with|who|that)\s)[a-z']+ `, 'i');

/** The people of the first sentence that names a trouble: "Stall holders lose ...". */
function troubled(sentences: readonly string[]): string {
  for (const sentence of sentences.filter((one) => !marketing.test(one))) {
    const [clause = ''] = clausesOf(sentence);
    const whom = suffering.exec(clause)?.[1];
    if (
      whom !== undefined &&
      (isPain(clause) || /\b(?:still|used to)\b/.test(clause)) &&
      !vague.test(whom) &&
      !isOther(clause)
    )
      return whom;
  }
  return '';
}

/** "people" alone says too little. */
const wanting = /^(?:people|those|anyone) who (?:want|need|would like) [^,.;:!?()\n]{3,60}/i;
const whose =
  /^((?:\w+ )?(?:people|those|anyone|adults|women|men|parents|kids|children|owners|families|couples|pupils)) (who (?!want|need|would|are looking)[^,.;:!?()\n]{3,60}?)(?=[,.;:!?()\n]|\s(?:and|but|so|because|to|with)\s|$)/i;

/** "dentists to book appointments" */
const purpose = new RegExp(String.raw`\b(${peopleWord})\sto\s.*$`, 'i');

/** The group at the start of the words: all of a list, else up to the first comma. */
function groupIn(words: string): string {
  const [whole] = wanting.exec(words) ?? whose.exec(words) ?? [];
  if (whole !== undefined) return whole;
  const said = words
    .replace(/\s[-–—]\s.*$/, '')
    .replace(cut, '')
    .replace(feature, '');
  const parts = said.split(',').map((part) => part.trim());
  const last = parts.findIndex((part) => /(?:^| )(?:and|or) /.test(part));
  const list = parts.slice(0, last + 1);
  const isList =
    last > 0 &&
    people.test(list[0] ?? '') &&
    list.every((part) => part.split(' ').length < 7) &&
    2 * list.filter((part) => people.test(part)).length > list.length;
  return (isList ? list.join(', ') : (parts[0] ?? '')).replace(purpose, '$1').trim();
}
