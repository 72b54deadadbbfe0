import { lowerStart, toSecondPerson } from './second-person.ts';

const MAX_WORDS = 18;
const MAX_CHARACTERS = 120;

/**
 * Turns a question of a post into a clause that follows "you": "asked how to replace your sink", "are looking for a
 * tool". Null when the sentence asks for nothing or cannot be turned safely.
 */
export function readAsk(sentence: string, isTitle = false): string | null {
  const plain = sentence
    .replace(/\s+/g, ' ')
    .replace(
      /^(?:so|hi|hey|hello|ok|well|also|and|but|basically|question|help|my question is|just wondering|title)\b[,:!-]*\s+/i,
      '',
    )
    .replace(
      /^(?:i(?:['’]m| am| was)?|we(?:['’]re| are)?) (?:just )?(?:wondering|curious|asking|wanting to know),? (?:if|whether) /i,
      'whether ',
    )
    .replace(
      /^(?:i(?:['’]m| am| was)?|we(?:['’]re| are)?) (?:just )?(?:wondering|curious|asking|wanting to know|trying to (?:find|figure) out)(?: about)?,? /i,
      '',
    )
    .replace(/[\s.?!,:;-]+$/, '');
  for (const [pattern, make] of isTitle ? [...FORMS, ...TITLE_FORMS] : FORMS) {
    const found = pattern.exec(plain);
    if (found === null) continue;
    const clause = make(...found.slice(1).map((part) => part ?? ''))?.replace(SECOND_QUESTION, '') ?? null;
    if (clause !== null && fits(clause) && (isTitle || !POINTS_BACK.test(clause))) return clause;
  }
  return null;
}

function fits(clause: string): boolean {
  const words = clause.split(' ').length;
  return (
    words >= 4 &&
    !/^asked (?:what to do|whether you need to do anything)$/.test(clause) &&
    !EMPTY.test(clause) &&
    words <= MAX_WORDS &&
    clause.length <= MAX_CHARACTERS &&
    !UNFIT_END.test(clause)
  );
}

/** Clauses that mean nothing alone, or that come from another kind of sentence with the same beginning. */
const EMPTY =
  /\b(?:appreciated|welcome|thank\w*)\b|^asked (?:how (?:others |to )?|what (?:others |to |you )?|whether (?:you )?(?:can |should |could )?)(?:go about |do |start |fix |use |handle |make |help |get |deal with |proceed|about )?(?:it|this|that|them|these|so|here|anything|something|you|others)?(?: with (?:it|this|that|them))?$|^asked where to (?:even |first )?(?:start|begin|look|go)$|\b(?:i|me|my|we|our)\b/i;
const UNFIT_END =
  /\b(?:sure|my|be|get|have|then|so|just|who|which|what|how|a|an|the|to|of|for|with|and|or|but|if|in|on|at|my|your|is|are|i|you|that|this|this (?:post|sub))$/i;

/** Such a clause refers to earlier sentences of the text. */
const POINTS_BACK = /^(?:\S+ ){1,6}(?:it|them|this|that|these|those|her|him|his|their|one|ones)\b/i;

/** Verbs of a state, not of an action, after "do I". */
const STATES =
  /^(?:even |really |actually |still )*(?:want|need|have|qualify|owe|look|sound|deserve|own|count|know|like)\b/i;

/** A second question such as "... or can I do it myself?" is no longer part of "whether". */
const SECOND_QUESTION =
  /,? (?:or|and) (?:can|should|could|is|are|do|does|would|will|what|how|which|where)(?: \w+)? (?:you|i|it|they|there|to)\b.*$/i;

type Make = (...parts: string[]) => string | null;

/** Replaces the "you" that addresses readers with `others`, then turns the author's words to the second person. */
function turned(text: string): string | null {
  const others = text
    .replace(/\byou (?:all|guys|folks)\b/gi, 'others')
    .replace(/\b(?:you|y['’]?all)\b(?! own)/gi, 'others')
    .replace(/\byour\b/gi, 'their');
  return toSecondPerson(others.trim());
}

/** For questions to readers about themselves. */
const ofOthers =
  (lead: string): Make =>
  (rest = '') => {
    const words = turned(lowerStart(rest));
    return words === null || words === '' ? null : `${lead} ${words}`;
  };

/** For sentences whose "you", if any, means anybody, mostly the author. */
const after =
  (lead: string): Make =>
  (rest = '') => {
    const words = toSecondPerson(lowerStart(rest).trim(), { anybody: true });
    return words === null || words === '' ? null : `${lead} ${words}`;
  };

const WHO = '(?:i|we|one|you|someone|somebody|a person)';
const MODAL = '(?:can|should|could|would|do|might|may|shall)';

const THIRD: Readonly<Record<string, string>> = {
  know: 'knows',
  use: 'uses',
  recommend: 'recommends',
  have: 'has',
  offer: 'offers',
  make: 'makes',
};

function anyone(verb: string, rest: string): string | null {
  const third = THIRD[verb.toLowerCase()];
  const words = turned(rest);
  return third === undefined || words === null ? null : `asked whether anyone ${third} ${words}`;
}

function whatOthers(word: string, thing: string, verb: string, rest: string): string | null {
  const words = turned(rest);
  if (words === null || thing.split(' ').length > 6) return null;
  return `asked ${[word.toLowerCase(), thing, 'others', verb, words].filter((part) => part !== '').join(' ')}`;
}

function between(one: string, other: string): string | null {
  const pair = [one, other].map((name) => name.trim());
  const short = pair.every((name) => name.split(' ').length <= 5 && /^[\w][\w\s.'+/-]*$/.test(name));
  const asks = pair.some((name) =>
    /^(?:how|what|which|is|are|do|does|can|should|need|any|best|i|my|looking|or|not|\w+ing)\b/i.test(name),
  );
  return short && !asks ? `are deciding between ${lowerStart(one.trim())} and ${lowerStart(other.trim())}` : null;
}

/** The first form that matches and returns a clause is used. */
const FORMS: readonly (readonly [RegExp, Make])[] = [
  [
    new RegExp(
      `^how (?:do|can|should|could|would|might|did|to)(?: ${WHO}(?: all| guys)?)? (?:go about |be able to )?(\\w+ing)\\b(.*)$`,
      'i',
    ),
    (verb = '', rest = '') => after('asked about')(`${verb}${rest}`),
  ],
  [new RegExp(`^how (?:do|can|should|could|would) you(?: all| guys)? (.+)$`, 'i'), ofOthers('asked how others')],
  [new RegExp(`^how (?:do|can|should|could|would) (?:i|we|one) (.+)$`, 'i'), after('asked how to')],
  [/^how (?:best )?to (.+)$/i, after('asked how to')],
  [/^whether (.+)$/i, after('asked whether')],
  [
    /^(?:what|which)(?:['’]s| is| are) (?:the |some |some of the )?(best|good|better|cheapest|easiest|right) (.+)$/i,
    (kind = '', rest = '') => after('asked about')(`${kind === 'good' ? '' : 'the '}${kind.toLowerCase()} ${rest}`),
  ],
  [
    new RegExp(`^(what|which|how much|how many|how long|where|when) ([\\w' -]{2,60}? )?${MODAL} (?:i|we) (.+)$`, 'i'),
    (word = '', thing = '', rest = '') => {
      const words = turned(rest);
      return words === null
        ? null
        : `asked ${word.toLowerCase()} ${thing}to ${words}`.replace(/\bto (?:have|need) to\b/, 'you need to');
    },
  ],
  [
    /^(what|which) ([\w'/ -]{0,50}?) ?(?:do|does|would|did) (?:you(?: all| guys)?|people|everyone|everybody|y['’]?all) (use|recommend|suggest|like|prefer|think|choose|do)\b ?(.*)$/i,
    (word = '', thing = '', verb = '', rest = '') => whatOthers(word, thing, verb, rest),
  ],
  [
    /^(?:is|are) there (.+)$/i,
    (rest = '') => {
      const words = turned(rest);
      return words === null
        ? null
        : `asked whether there ${/^(?:an?|any (?:\w+ )?\w*[^s]\b)/i.test(rest) ? 'is' : 'are'} ${words}`;
    },
  ],
  [
    new RegExp(`^(can|should|could|would|may) (?:i|we) (.+)$`, 'i'),
    (modal = '', rest = '') => after(`asked whether you ${modal.toLowerCase()}`)(rest),
  ],
  [
    /^do (?:i|we) (.+)$/i,
    (rest = '') => after(STATES.test(rest) && !/\bor\b/.test(rest) ? 'asked whether you' : 'asked whether to')(rest),
  ],
  [/^am i (.+)$/i, after('asked whether you are')],
  [/^are we (.+)$/i, after('asked whether you are')],
  [
    /^(?:does|do|did) (?:anyone|anybody|someone|any of you|any one) (?:here )?(?:actually |really |happen to )?(\w+) (.+)$/i,
    (verb = '', rest = '') => anyone(verb, rest),
  ],
  [/^(?:has|have) (?:anyone|anybody|someone|any of you|any one) (?:here )?(.+)$/i, after('asked whether anyone has')],
  [
    /^(?:can|could|would) (?:anyone|anybody|someone|somebody|any one) (?:here )?(?:please )?(.+)$/i,
    after('asked whether anyone can'),
  ],
  [/^(?:anyone|anybody) (?:here )?(know|use|recommend|have)s? (.+)$/i, (verb = '', rest = '') => anyone(verb, rest)],
  [
    /^any(?:one have)? (?:good |great )?(advice|tips|suggestions|recommendations|ideas|help|thoughts|experience) (?:for|on|about|regarding|with) (.+)$/i,
    (kind = '', rest = '') => after(`asked for ${kind.toLowerCase()} on`)(rest),
  ],
  [
    /^(?:i |we )?(?:need|want|could use|in need of|looking for|seeking|would like|request(?:ing)?) (?:some |any |a little |a bit of )?(?:basic |more |good |serious )?(help|advice|tips|suggestions|input|guidance|opinions|recommendations) (?:on|about|for|with|regarding|choosing|finding|picking|deciding) (.+)$/i,
    (kind = '', rest = '') => after(`asked for ${kind.toLowerCase()} with`)(rest),
  ],
  [
    /^(advice|tips|help|suggestions|recommendations|ideas) (?:needed |wanted |please )?(?:on|about|for|with|regarding) (.+)$/i,
    (kind = '', rest = '') => after(`asked for ${kind.toLowerCase()} on`)(rest),
  ],
  [
    /^(?:i['’]?m |i am |we['’]?re |we are |currently |just )*(?:looking|searching|hunting|shopping) (?:for|at getting|into getting) (.+)$/i,
    after('are looking for'),
  ],
  [/^(?:i['’]?m |i am |we['’]?re |we are )*(?:looking|trying|hoping|planning) to (.+)$/i, after('are trying to')],
  [
    /^(?:i['’]?m |i am |we['’]?re |we are )?(?:seeking|in search of|in the market for) (.+)$/i,
    after('are looking for'),
  ],
  [
    /^(?:i|we)(?: really| just| also)? (need|want) ((?:an?|some|someone|somebody|something|to (?:find|buy|hire|replace|build|set up|learn)) .+)$/i,
    (verb = '', rest = '') => after(verb.toLowerCase())(rest),
  ],
  [
    /^(?:need|want)(?:ing)? ((?:an?|some(?! advice| help)|someone|somebody|something|to (?:find|buy|hire|replace)) .+)$/i,
    after('need'),
  ],
  [
    /^(?:i|we)(?:['’]d| would) (?:really )?(?:like|love) ((?:an?|some|someone|something|to (?:find|buy|hire|replace|build|set up|learn)) .+)$/i,
    after('would like'),
  ],
];

/** Forms for titles only: within a text, these words begin many other sentences. */
const TITLE_FORMS: readonly (readonly [RegExp, Make])[] = [
  [/^best (.{5,70})$/i, after('asked about the best')],
  [
    /^(?:should i get |which is better:? )?(?:the )?([^?,:]{2,40}?) (?:vs\.?|versus|or) (?:the )?([^?,:]{2,40})$/i,
    (one = '', other = '') => between(one, other),
  ],
];
