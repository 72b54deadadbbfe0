import { groupIn, namesPeople, objectGroupIn } from './groups.ts';
import type { Candidate, Judge } from './judge.ts';
import { isPain } from './pain.ts';
import type { Reading } from './reading.ts';
import { shortened } from './sentences.ts';

const rest = String.raw`([^.;:!?()"\n]{2,200})`;
const after = (words: string) => new RegExp(String.raw`(?<![-\w])(?:${words})\s+${rest}`, 'gi');

interface Construct {
  readonly pattern: RegExp;
  readonly sure: number;
  /** Whether a verb or an object follows the group: "helps landlords find tenants". */
  readonly isObject?: boolean;
  /** The group is the whole match. */
  readonly isWhole?: boolean;
}

const constructs: readonly Construct[] = [
  {
    pattern: after(
      String.raw`(?:made|designed|built|created|intended|meant|written|suitable|ideal|perfect|great|best|especially|specifically|exclusively|only|just|mainly|mostly|is|are) (?:just |only |especially |specifically )?for|aimed at|tailored to|geared towards?`,
    ),
    sure: 3,
  },
  {
    pattern: after(
      String.raw`(?<!\b(?:looking|searching|waiting|asking|paying|pays|pay|wait|care|caring|ready|time|money|fees?|same|work|works|known|hard|cheaper|better|safe|enough|except) )for`,
    ),
    sure: 2,
  },
  {
    pattern: after(
      'helps?|helping|lets|allows|enables?|gives?|reminds?|warns?|alerts?|saves|introduces?|gets|empowers?|shows|sends|tells|trains?|turns',
    ),
    sure: 1.5,
    isObject: true,
  },
  { pattern: after('connects?|match(?:es)?|pairs?|insures?|employs?|teach(?:es)?'), sure: 1.5, isObject: true },
  { pattern: after('coach(?:es)?|mentors?|represents?|advises?|supports?|serves?|serving'), sure: 1.5 },
  {
    pattern: after(
      String.raw`(?:works?|working|partner|partners)\s(?:only |mostly |exclusively |mainly |closely )?with`,
    ),
    sure: 1.5,
  },
  { pattern: after(String.raw`(?:specialis\w+|specializ\w+)\sin`), sure: 0.8 },
  {
    pattern: after(
      String.raw`(?:sells?|suppl(?:y|ies)|delivers?|rents?|lends?|leases?|hires?|teach(?:es)?|offers?|provides?|brings?|sold|available|services|software|lessons|classes|matched|introduced)\s(?:out )?(?:[\w'-]+ ){0,6}?to`,
    ),
    sure: 1.5,
  },
  { pattern: after('used by|loved by|trusted by|popular with|popular among|between|a favourite of'), sure: 1.5 },
  { pattern: /\b(?:if you(?:'re| are)|are you|you(?:'re| are)) (?:an? )([^.;:!?()"\n]{2,120})/gi, sure: 2 },
  {
    pattern:
      /\b(?:clients|customers|users|buyers|members) (?:are|include) (?:mostly |mainly )?([^.;:!?()"\n]{2,120})/gi,
    sure: 2.5,
  },
  {
    pattern:
      /\bif you (?:run|own|manage|have|operate|lead) (?:an? )((?!question|look)[^.,;:!?()"\n]{2,60}?)(?=\s(?:you|and|who|that)\s|,|$)/gi,
    sure: 2.5,
  },
  { pattern: /\b(ages? \d{1,2}(?:\s?(?:-|–|to|and)\s?\d{1,2}|\+| and (?:up|over))?)/gi, sure: 1.7, isWhole: true },
  {
    pattern:
      /\b((?:(?:kids|children|boys|girls|teens|adults|people) )(?:aged?|ages|from) \d{1,2}(?:\s?(?:-|–|to|and)\s?\d{1,2}|\+| and (?:up|over))?)/gi,
    sure: 2,
    isWhole: true,
  },
  { pattern: /^([^.;:!?()"\n]{3,80}?) welcome\b/gim, sure: 2 },
];

/** Words that name no particular group. */
const unnamed = /^(?:people|those|anyone|everyone|teams?) who/i;
const vague =
  /^(?:our |your |their |my |his |her |its |all |any |the |most |many |these |those |some |every |other |of )*(?:clients?|customers?|users?|people|owners?|guests?|members?|visitors?|others?|everyone|anyone|everybody|staff|agents|teams?|business(?:es)?|companies|company|you|them|it|us|me|life|themselves|each other|someone|somebody|family|home|friends|child|team)$/i;
const possessive =
  /^(?:your|their|his|her|its|our|my|every|each|an?|one|no|this|that|these|those|you|them|it|us|me|how|what|more|less|over|up|around)\b|^[\d£$€]/i;
const using =
  /^(?:now )?(?:use|uses|love|trust|rely on|come to us|hire us|book us|call us|send us|pay us|ask us|join|sign up|get|can|save|choose)\b/i;

/** The groups that a description may be meant for. */
export function audienceCandidates({ sentences, statements, isOwn }: Reading): Candidate[] {
  const said = sentences.flatMap((sentence, at) =>
    constructs.flatMap(({ pattern, sure, isObject, isWhole }) =>
      [...sentence.matchAll(pattern)].map(({ 1: words = '', index, 0: whole }) => {
        const before = sentence.slice(0, index);
        const isTrouble = isPain(before.split(/[,;:]\s/).at(-1) ?? '');
        return {
          text: /^if you/i.test(whole)
            ? plural(groupIn(words))
            : isWhole === true
              ? words
              : isObject === true
                ? objectGroupIn(words)
                : groupIn(words),
          sure:
            sure -
            0.15 * at -
            (isTrouble ? 2 : 0) +
            (before === '' && /^for/i.test(whole) ? 1 : 0) -
            (before.includes(',') ? 0.2 : 0),
        };
      }),
    ),
  );
  const subjects = statements.flatMap(({ subject, predicate }, at) => {
    const group = groupIn(
      subject.replace(
        /^(?:thousands of |hundreds of |millions of |most of (?:our|my) |most |many |half of |some |often |our |today |and |the )+/i,
        '',
      ),
    );
    if (subject === '' || isOwn(subject) || !namesPeople(group) || /^\w+ing\b/i.test(subject)) return [];
    if (using.test(predicate)) return [{ text: group, sure: 0.2 - 0.05 * at }];
    return isPain(predicate) || /\b(?:still|usually|rely|use)\b/.test(predicate)
      ? [{ text: group, sure: 0.1 - 0.05 * at }]
      : [{ text: group, sure: -0.2 - 0.05 * at }];
  });
  const lists = statements
    .filter(
      ({ subject, text }) =>
        subject === '' &&
        text.split(' ').length > 1 &&
        !/^(?:no|for|with|not|in|on)\b/i.test(text) &&
        namesPeople(text.split(' ').at(-1) ?? ''),
    )
    .map(({ text }) => ({ text: groupIn(text), sure: -0.5 }));
  return [...said, ...subjects, ...lists].filter(
    ({ text }) => text.length > 2 && !vague.test(text) && !possessive.test(text),
  );
}

/** "a dance school" */
const plural = (group: string): string =>
  /s$/.test(group) ? group : group.replace(/y$/, 'ie').replace(/(?:ch|sh|x)$/, '$&e') + 's';

/** Of several, the surest; none where no group is sure enough. */
const least = 1.7;

export function bestAudience(candidates: readonly Candidate[], judge: Judge): string {
  let best = { text: '', worth: least };
  for (const { text, sure } of candidates) {
    const isNamed = namesPeople(text);
    const worth =
      sure +
      Math.max(isNamed ? -0.5 : -3, Math.min(isNamed ? 1 : 2, judge(text).group)) +
      (isNamed ? 1 : -1) -
      (unnamed.test(text) ? 1.2 : 0);
    if (worth > best.worth) best = { text, worth };
  }
  return shortened(best.text);
}
