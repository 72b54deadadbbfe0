import { profileLimits } from '@earshot/proto/http/lead';
import { isOther } from './alternatives.ts';
import { isPain } from './pain.ts';
import { clausesOf, phrase } from './sentences.ts';

const adjectives = String.raw`(?:[\w-]{2,20}, )?`;
const after = (words: string) =>
  new RegExp(
    String.raw`(?<![-\w])(?:${words})\s+(?:the |their |your |all |having |to have )*(${adjectives}${phrase})`,
    'gi',
  );

/** What follows these words is a problem of at least two words. */
const relieved = [
  // "no more torn sails", "tired of thin walls", "fed up with paying", "struggle with fractions"
  after(
    String.raw`no more|fewer(?! than)|less(?!\s(?:\w+\s)?than\b)(?=\s\w+(?:ing|s)?\b)|(?:tired|sick) of|fed up (?:with|of)|struggl(?:e|es|ing) with|hates?|dreads?|get(?:s|ting)? rid of|say goodbye to|goodbye to|frustrated (?:by|with)|drown(?:s|ing)? (?:\w+ )?in|worried about|afraid of|scared of|(?:have|has|having) trouble|suffer(?:s|ing)? from|anxious about`,
  ),
  // "stop losing keys", "avoid parking fines", "chases late payments"
  after(
    String.raw`chas(?:es?|ing)|avoids?|avoiding|prevents?|preventing|stops?|ends|ending|eliminat(?:es?|ing)|solv(?:es?|ing)|fix(?:es|ing)?(?= (?:\w+ )?(?:broken|cracked|slow|late|leaking|bad))|removes?|recovers?(?! from)`,
  ),
  // "cuts heating bills"
  new RegExp(
    String.raw`(?<![-\w])(?:cuts?|cutting|reduc(?:es?|ing)|minimi[sz](?:es?|ing)) (?:down on )?(?:the |their |your )?((?:[\w-]+ ){0,2}(?:waste|costs?|time|bills?|admin|no-shows|risks?|stress|errors|paperwork|fees|noise|churn|downtime|injuries|dust|returns|delays|emissions))\b`,
    'gi',
  ),
  // "no waiting list"
  /(?<![-\w])(?:no|without|zero) ((?:[\w-]+ )?(?:waiting lists?|waiting|queues?|hidden (?:fees|costs)|minimum orders?|minimums|paperwork|hassle|fuss|jargon|lock-in|long contracts?|call centres?|spam|wait)\b)/gi,
  // "so you never have to X", "you no longer X", "you don't need to X", "without having to X"
  new RegExp(
    String.raw`\b(?:you(?:'ll)? (?:never|no longer|won't|don't|dont|needn't|do not)(?: ever| again)? (?:have to|need to|got to)|you(?:'ll)? (?:no longer|never(?: again)?)|without having to|without(?= (?:wasting|losing|worrying|paying|waiting|chasing|guessing|spending|hurting|stressing)\s)|no need to|never again|instead of(?= \w{3,}ing\s)) ${phrase}`,
    'gi',
  ),
  // "Never lose a sock again"
  /\bnever ([^.,;:!?\n]{3,60}?) again\b/gi,
  // "who can't find a tutor", "who keep missing deadlines"
  new RegExp(
    String.raw`\bwho ((?:can't|cannot|struggle to|waste|lose|forget|always forget|don't have time)\b${phrase})`,
    'gi',
  ),
  // "rooms where you can't hear each other"
  new RegExp(String.raw`\b(?:where|think) ((?:you|they|people) can't ${phrase})`, 'gi'),
  // "they found it too slow"
  new RegExp(String.raw`\bf(?:ind|inds|ound) (?:it|them|that) (?:too )?${phrase}`, 'gi'),
  // told us "I gave up"
  /\b(?:told us|tells? (?:us|me)|say|says|complain|complained|hear|heard|asks?|wrote)[ :,]{1,3}"([^"]{8,80})"/gi,
];
/** A sentence that asks for a problem: "Does your dog pull on the lead?" */
const asked = [
  /^(?:does|do|is|are|has|have) your ([^.,;:!?\n]{5,70})\?/i,
  /^(?:ever |have you ever )?((?:can't|cannot|lost|missed|forgot|waited|paid|worried|spent|broken|spending|wasting|losing|missing|drowning) [^.;:!?\n]{3,70})\?/i,
];
/** "When the boiler breaks", "if your border dies" */
const condition = /\b(?:if|when|before) ((?:the|an?|your) [^.,;:!?\n]{3,70}?)(?=[.,;:!?\n]|\s(?:and|or|so)\s|$)/gi;
/** "tenants keep losing keys", "pupils who are falling behind" */
const going = new RegExp(
  String.raw`\b(?:keeps?|kept|end up|are) (falling behind|(?:losing|drowning|getting|missing|running out|forgetting|paying|wasting)\b${phrase})`,
  'gi',
);
/** A trouble of body or house, alone in a list or after "with". */
const trouble = String.raw`(?:(?:itchy|dry|sensitive|sore|broken|cracked|blocked|leaking|rotten|dead|squeaky|smelly|aching|stiff|slow|missed|late|unpaid|frizzy|noisy) [\w-]+|[\w-]+ (?:pain|injur(?:y|ies)|aches?|leaks|mould|anxiety|infestations?|stains))`;
const named = new RegExp(String.raw`^(?:${trouble})$`, 'i');
const having = new RegExp(String.raw`\bwith (${trouble})(?: (?:and|or) (${trouble}))?`, 'gi');

/** Who offers it, or a statement of what it is: what such a clause says is no trouble of the customers. */
const own =
  /^(?:we|i|my|our|ours|it|it's|its|this|these|each|every|all|you(?! (?:end up|never know|waste|forget|spend hours|drive (?:an hour|for|across)|wait (?:\w+ )?(?:weeks|days|months|hours|ages)|pay (?:for|twice|extra|double))\b)|your|he|she|there|no(?! idea| one)|not|so|for|from|like|unlike|which|that|who|to|with|one|most of (?:our|my)|want|need|would)\b/i;
/** Where a clause goes on with another trouble. */
const joint =
  /\s(?:and|because|but|or)\s(?=(?:nobody|no one|they|no idea|half|spent|spends?|loses?|lost|forgot|never|can't|cannot)\b)|\s(?:because|but|so)\s/i;

/** The problems that a text names, in its words. */
export function problemsOf(text: string, sentences: readonly string[], offer: string): string[] {
  const marked = relieved.flatMap((pattern) => [...text.matchAll(pattern)].map(([, one = '']) => one));
  const conditions = [condition, going]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, one = '']) => one)
    .filter(isPain);
  const bodies = [...text.matchAll(having)].flatMap(([, one = '', two = '']) => [one, two]);
  const clauses = sentences.flatMap((sentence) => [
    ...asked.map((pattern) => pattern.exec(sentence)?.[1] ?? ''),
    ...(/^(?:we|i) |\?$/i.test(sentence) ? [] : clausesOf(sentence)).flatMap((clause) =>
      offer !== '' && clause.includes(offer) ? [] : troublesIn(clause).map(fitting),
    ),
  ]);
  const isLong = (one: string) => one.trim().split(/[\s-]+/).length > 1;
  return [...marked, ...conditions, ...bodies, ...clauses]
    .map((one) => one.replace(/ (?:again|within .*)$/, ''))
    .filter(isLong);
}

/** Longer ones say more than one thing. */
const longestClause = 240;

function troublesIn(clause: string): string[] {
  if (clause.length > longestClause) return [];
  if (named.test(clause)) return [clause];
  const parts = clause
    .replace(/"[^"]*"?/g, ' ')
    .replace(/^(?:if|when|because|today|now|currently|which(?: is| are)?) /i, '')
    .split(joint)
    .flatMap(apart)
    .flatMap((part) => part.split(/\s(?:who|which (?:is|are)?)\s/));
  return parts.filter(
    (part, at) =>
      (isPain(part) || isOther(part)) &&
      !own.test(part) &&
      (at > 0 || !/^never\b/i.test(part)) &&
      !clause.endsWith('"'),
  );
}

/** The sides of each "and", if both are troubles. */
function apart(clause: string): string[] {
  const [first = '', ...more] = clause.split(' and ');
  return more.reduce<string[]>(
    (sides, next) => {
      const last = sides.at(-1) ?? '';
      return isPain(last) && isPain(next) ? [...sides, next] : [...sides.slice(0, -1), `${last} and ${next}`];
    },
    [first],
  );
}

/** Of a trouble that is too long to be saved, the part that says it. */
const fitting = (trouble: string): string =>
  trouble.length <= profileLimits.item ? trouble : (trouble.split(/ and |, /).findLast(isPain) ?? '');
