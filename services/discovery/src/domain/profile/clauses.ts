import { baseOf, isBase, isHelper, isVerb } from './verbs.ts';

/** A clause whose subject and predicate are known. */
export interface Split {
  readonly subject: string;
  /** The verb with what follows it, adverbs included. */
  readonly predicate: string;
}

const pronoun =
  /^(?:we|i|you|they|he|she|it|who|that|which|this|these|those|everyone|everybody|nobody|someone|people|most|many|some|half)$/i;
const adverb =
  /^(?:often|never|always|usually|still|also|just|only|really|rarely|hardly|barely|constantly|regularly|simply|currently|mostly|mainly|typically|probably|already|quickly|automatically|easily|finally|all|both|each|then|now|today|ever|even|secretly|quietly|proudly)$/i;
/** After these, a word is a noun and no verb. */
const determiner =
  /^(?:a|an|one|two|three|four|\d+|the|your|our|my|their|his|her|its|this|that|these|those|no|any|some|every|each|of|for|with|in|on|at|by|from|to|into|and|or|more|new|other|free|first|daily|weekly|monthly|big|small|good|best|local|online|custom|digital|mobile)$/i;
/** A noun that ends like a verb is followed by neither of these: "orders get lost". */
const complement =
  /^(?:a|an|the|your|our|my|their|his|her|its|this|that|these|those|no|any|some|every|each|all|both|you|them|it|us|me|him|more|less|too|so|very|up|out|off|down|over|away|back|to|for|with|in|on|at|by|from|into|as|about|through|under|around|between|than|like|and|or|not|half|one|two|three|four|five|six|\d.*|£.*|\$.*|€.*)$/i;

const contracted =
  /^((?:you|we|they|i|it|he|she|that|there|what|who)(?='(?:re|ve|ll|m|s|d)\s))'(re|ve|ll|m|s|d) (.+)$/i;
const full: Readonly<Record<string, string>> = { re: 'are', ve: 'have', ll: 'will', m: 'am', s: 'is', d: 'would' };
const openers =
  /^(?:(?:and|but|so|because|if|when|while|before|after|once|until|even if|even when|unlike [^,]+?|with [^,]+?),?\s)(?=(?:you|we|they|i|it|nobody|people)\b)/i;

/** The verb stands among the first words. */
const mostWords = 24;
const object = /^(?:a|an|the|your|our|my|me|us|it|them|you|who|what|how|which|that|to)$/i;

/** Splits a clause before its verb; null for a phrase without one, such as "mobile car detailing". */
export function splitOf(given: string): Split | null {
  const clause = given.replace(openers, '');
  const short = contracted.exec(clause);
  if (short !== null) return { subject: short[1] ?? '', predicate: `${full[short[2] ?? ''] ?? ''} ${short[3] ?? ''}` };
  const words = clause.split(' ', mostWords);
  const bare = words.map((word) => word.replace(/^[("']+|[)"',.!?]+$/g, ''));
  if (
    /^(?:for|with|without|unlike|instead|designed|made|built|cheaper|faster|better|easier|tired|used|loved|trusted|recommended|based|no|not|never|like|think|from|serving|in|on|at)$/i.test(
      bare[0] ?? '',
    )
  )
    return null;
  const [first = '', second = ''] = bare;
  // "Bring me the chair", "turns them into guides"
  if ((isBase(first) || baseOf(first) !== undefined) && object.test(second)) return null;
  for (let at = 1; at < words.length; at += 1) {
    if (/^without$/i.test(bare[at] ?? '')) return null;
    const before = bare[at - 1] ?? '';
    if (/^(?:who|that|which|where|whose)$/i.test(bare[at] ?? '') && at > 0) return null;
    // "boxes from our farm, delivered weekly"
    if (/,$/.test(words[at - 1] ?? '')) continue;
    const ends = bare[at + 1] === undefined || /[,]$/.test(words[at] ?? '');
    if (!isFinite(bare[at] ?? '', before, ends ? undefined : bare[at + 1], bare.slice(0, at).join(' '))) continue;
    let start = at;
    while (start > 1 && adverb.test(bare[start - 1] ?? '')) start -= 1;
    return { subject: words.slice(0, start).join(' '), predicate: clause.split(' ').slice(start).join(' ') };
  }
  return null;
}

/** Verbs that are as often nouns: "inventory reports for landlords". */
const nouns =
  /^(?:reports|plans|orders|returns|repairs|installs|designs|supplies|covers|services|audits|signs|books|prints|tours|tests|guides|labels|markets|trains|matches|stocks|records|rents|costs|needs|works|cuts|reviews|tracks|visits|deals|files|lists|parks|ships|shops|stops|lessons|loads|calls|suits|breaks|deliveries|edits|uses|changes|trades|races|notes)$/i;

const isPlural = (word: string) =>
  (/s$/.test(word) && !/(?:ss|'s|us|is)$/.test(word)) ||
  /^(?:people|men|women|children|kids|staff|police)$/i.test(word);

function isFinite(word: string, before: string, after: string | undefined, subject: string): boolean {
  const isSecond = !subject.includes(' ');
  const head =
    /^(.*?)\s(?:in|of|at|on|for|with|from|over|under|near|between)\s/i.exec(subject)?.[1]?.split(' ').at(-1) ?? '';
  if (/^(?:we|i|you|they)$/i.test(before))
    return (
      (isSecond || /^(?:my|our) [\w ]+ and i$/i.test(subject)) &&
      /^[a-z']+$/.test(word) &&
      !adverb.test(word) &&
      word !== 'all' &&
      word !== 'and' &&
      word !== 'or'
    );
  if (!isVerb(word)) return false;
  if (isHelper(word)) return !/^(?:to|a|an|the)$/i.test(before);
  if (determiner.test(before) && !pronoun.test(before)) return false;
  if (after !== undefined && (isHelper(after) || (baseOf(after) !== undefined && !nouns.test(after)))) return false;
  if (isBase(word)) {
    const isPronoun = (pronoun.test(before) && isSecond) || /\sof (?:them|us)$/i.test(subject);
    return isPronoun || adverb.test(before) || isPlural(before) || isPlural(head);
  }
  if (baseOf(word) !== undefined) return isThird({ word, before, after, subject });
  const isParticiple =
    after === 'by' ||
    (/^(?:for|in|with|from|to|on|at|of|as)$/.test(after ?? '') &&
      /(?:ed|made|built|sold|written)$/.test(word) &&
      !pronoun.test(before));
  return !/^(?:by|that|being|is|are)$/i.test(before) && !isParticiple;
}

const preposition = /^(?:for|with|in|on|at|by|from|to|as|and|or|about|that|who)$/i;
const single = /^(?:our|the|my|this|your|we|it|which)\b/i;

interface Position {
  readonly word: string;
  readonly before: string;
  readonly after: string | undefined;
  readonly subject: string;
}

/** Whether a word like "repairs" is a verb where it stands. */
function isThird({ word, before, after, subject }: Position): boolean {
  // "boiler repairs"
  if (after === undefined)
    return pronoun.test(before) || /^(?:die|break|fail|leak|crash|fade|rot|snore|smell)s?$/.test(word);
  if (/^(?:and|or)$/i.test(after)) return single.test(subject) || pronoun.test(subject);
  if (after === 'for' || (nouns.test(word) && preposition.test(after))) return single.test(subject);
  const isName = !subject.includes(' ') && /^[A-Z]/.test(before);
  if (isName || /^\w+ing\b/i.test(subject)) return true;
  return complement.test(after) || /(?:ly|ing)$/.test(after) || !/s$/.test(before);
}
