import { longest } from '@earshot/proto/limits';
import type { Candidate, Judge } from './judge.ts';
import type { Reading } from './reading.ts';
import { isImperative, troublesIn } from './troubles.ts';
import { gerund, isBase } from './verbs.ts';

const rest = String.raw`([^.;:!?()"\n]{2,200})`;
const after = (words: string) => new RegExp(String.raw`(?<![-\w])(?:${words})\s+${rest}`, 'gi');

interface Construct {
  readonly pattern: RegExp;
  readonly sure: number;
  /** The phrase begins with a verb in its base form, which becomes "-ing". */
  readonly isVerb?: boolean;
  readonly prefix?: string;
}

const negated = String.raw`(?:never|no longer|won't|don't|dont|needn't|do not|never again|doesn't|can stop|will never|will no longer)`;
/** "stops wrong change": surer if it is the product that does it. */
const relieved = -0.3;
const relievedByUs = 0.5;
const constructs: readonly Construct[] = [
  { pattern: after('no more'), sure: 1.5 },
  { pattern: /^(?:stop|quit) (\w+ing [^.;:!?()"\n]{3,100})/gi, sure: 1.5 },
  {
    pattern: after(
      String.raw`(?:tired|sick|weary) of|fed up (?:with|of)|had enough of|struggl(?:e|es|ed|ing) with|hates?|dreads?|rid of|goodbye to|frustrated (?:by|with)|drown(?:s|ing)? (?:\w+ )?in|worr(?:y|ied|ies) about|afraid of|scared of|(?:have|has|having) trouble|suffer(?:s|ing)? (?:from|with)|anxious about|forget about|overwhelmed by|terrified of|nervous about|an end to|embarrassed by|bored (?:of|with|by)|stuck with|the (?:hassle|pain|stress|headache|cost|problem|problems|worry|chaos|boredom|guesswork|fear|frustration) of|problems? with|put up with|(?:burned|burnt|let down|ripped off|disappointed|put off) by`,
    ),
    sure: 2,
  },
  {
    pattern: after(
      '(?:come|turn|talk|get) to us (?:when|because|after|once)|(?:call|hire|ask|phone) us (?:when|because|after|once)',
    ),
    sure: 1.5,
  },
  { pattern: /^(?:escape|end) (?:the |from )([^.;:!?()"\n]{3,100})/gi, sure: 2 },
  {
    pattern: after(
      String.raw`chas(?:es|ing)(?= (?:late|unpaid|overdue|invoices|payments))|avoids?|avoiding|prevents?|preventing|stops?|ends(?! in)|eliminat(?:es?|ing)|solv(?:es?|ing)|removes?|recovers?(?! from)|relieves?|beats?|fights?|fix(?:es|ing)?(?= (?:broken|cracked|slow|late|leaking|leaky|bad|blocked))|gets? over|deals? with`,
    ),
    sure: relieved,
  },
  { pattern: /\bno (\w+ing [^.;:!?()"\n]{3,80})/gi, sure: 0.3 },
  {
    pattern:
      /\b(?:people|adults|kids|children|dogs|cats|horses|women|men|anyone|those|patients|babies|families|skin|hair|homes|houses|teeth) with ([^.,;:!?()"\n]{3,60}?)(?=\s(?:who|that)\s|[.,;:!?()"\n]|$)/gi,
    sure: -0.5,
  },
  { pattern: /\bf(?:ind|inds|ound) ([A-Z]\w+ too [^.;:!?()"\n]{3,60})/g, sure: 2 },
  { pattern: after(String.raw`fewer(?! than)|less(?! than)(?=\s\w+)`), sure: 0.7 },
  {
    pattern:
      /(?<![-\w])(?:cuts?|cutting|reduc(?:es?|ing)|minimi[sz](?:es?|ing)|lowers?) (?:down on )?(?:the |their |your )?((?:[\w-]+ ){0,3}(?:waste|costs?|bills?|admin|no-shows|risks?|stress|errors|paperwork|fees|noise|churn|downtime|injuries|dust|returns|delays|pain|anxiety))\b/gi,
    sure: 1,
  },
  {
    pattern:
      /(?<![-\w])(?:no|without|zero) ((?:[\w-]+ )?(?:waiting lists?|waiting|queues?|hassle|jargon|lock-in|long contracts?|call centres?|spam)\b)/gi,
    sure: -0.5,
  },
  {
    pattern: after(
      String.raw`(?:you|they|teams|people|parents|staff|nobody)(?:'ll)? ${negated}(?: ever| again)? (?:have to|need to|got to)|without having to|no need to|never again`,
    ),
    sure: 1.5,
    isVerb: true,
    prefix: 'having to',
  },
  {
    pattern: after(
      String.raw`(?:you|they)(?:'ll)? (?:no longer|never again|never) (?=forget|lose|miss|waste|worry|run out|overpay|guess|chase|wonder|fight|argue)`,
    ),
    sure: 1.5,
    isVerb: true,
  },
  { pattern: /\bnever ([^.,;:!?\n]{3,60}?) again\b/gi, sure: 1.5, isVerb: true },
  {
    pattern:
      /\b(?:without|instead of|rather than) (?:you |them )?((?:wasting|losing|worrying|paying|waiting|chasing|guessing|spending|hurting|stressing|fighting|breaking|arguing|getting (?:lost|stuck|ripped)|reading|begging|digging|scrolling|searching|typing|copying|driving|queuing|sitting|calling|feeling)\s[^.;:!?()"\n]{2,120})/gi,
    sure: 0.5,
  },
  {
    pattern:
      /\b(?:who|that) (?:always |often |constantly )?((?:can't|cannot|couldn't|don't know|don't have|keep|lose|forget|waste|have no|are (?:tired|sick|fed up|stuck|overwhelmed|worried|afraid|scared|struggling))\b[^.;:!?()"\n]{3,120})/gi,
    sure: 0.7,
  },
  {
    pattern: after('struggl(?:e|es|ed|ing) to|find it (?:hard|difficult|impossible) to'),
    sure: 1.2,
    isVerb: true,
    prefix: 'struggling to',
  },
  { pattern: /^(?:does|do|is|are|has|have) (?:your|you) ([^.;:!?\n]{5,90})\?/gim, sure: 1 },
  {
    pattern:
      /^(?:ever |have you ever )?((?:can't|cannot|lost|missed|forgot|waited|paid|worried|spent|broken|spending|wasting|losing|missing|drowning|struggling|paying|forgetting|running) [^.;:!?\n]{3,90})\?/gim,
    sure: 1.5,
  },
  {
    pattern:
      /\b(?:told us|tells? (?:us|me)|say|says|complain|complained|hear|heard|asks?|wrote)[ :,]{1,3}"([^"]{8,80})"/gi,
    sure: 2,
  },
];

/** Where another thought begins. */
const cut =
  /\s(?:at your|at home|so|because|with our|by using|thanks to|while|again|anymore|any more|ever again|lol)(?:\s|$).*$|\s(?:and|but|or)\s(?=(?:we|you|your|our|it|get|start|finally|see|save|instead|that's)\s).*$|,\s(?![^,]{2,30}(?:, [^,]{2,30})*,? (?:and|or) [^,]{2,30}$).*$/i;
const leading = /^(?:the |their |your |all |all the |about |having |to have |with |those |these |that )+/i;

/** The problems that the constructs of a description name, and its statements about troubles. */
export function problemCandidates(reading: Reading): Candidate[] {
  const marked = reading.statements
    .filter(({ text }) => !isImperative(text))
    .flatMap(({ text: said, subject }) =>
      constructs.flatMap(({ pattern, sure, isVerb, prefix }) =>
        [...said.matchAll(pattern)].flatMap(({ 1: words = '' }) =>
          listed(words)
            .map(high)
            .map((one) => ({
              text: isVerb === true ? inProgress(one, prefix) : one,
              judged: one,
              sure: sure === relieved && reading.isOwn(subject) ? relievedByUs : sure,
            })),
        ),
      ),
    );
  const said = reading.statements.flatMap((statement) => troublesIn(statement, reading));
  return [...marked, ...said].filter(
    ({ text }) => text.trim().length > 3 && !/\bthan\b/.test(text.split(' ').slice(0, 4).join(' ')),
  );
}

/** "cuts heating bills" */
const high = (one: string): string =>
  /^(?:[\w-]+ ){0,3}(?:costs?|bills?|fees|emissions|churn)$/i.test(one) && !/^(?:high|hidden|surprise)/i.test(one)
    ? `high ${one}`
    : one;

/** "shoeboxes, no more penalty letters" are two. */
function listed(words: string): string[] {
  const [first = '', ...more] = words.split(/,\s(?:or |and )?no(?: more)?\s/i);
  return [first, ...more]
    .flatMap((one) => one.split(/\s(?:and|or) (?:of|fewer|less|no)\s/))
    .map((one) => one.replace(cut, '').replace(leading, '').trim());
}

function inProgress(words: string, prefix: string | undefined): string {
  if (prefix !== undefined) return `${prefix} ${words}`;
  const [verb = '', ...others] = words.split(' ');
  return isBase(verb) ? [gerund(verb), ...others].join(' ') : words;
}

/** Cut where a longer trouble goes on, so that it can be saved. */
function fitting(text: string): string {
  if (text.length <= longest.profileEntry) return text;
  const ends = [
    ...text.matchAll(/,?\s(?:and|or|because|which|who|that|when|while|but|with|to|in|at|on|for|from|until|if)\s/g),
  ].map(({ index }) => index);
  const last = ends.filter((at) => at <= longest.profileEntry && at > 25).at(-1);
  return last === undefined ? '' : text.slice(0, last);
}

/** What a construct names is a trouble even if its meaning is unclear. */
const least = (sure: number) => (sure >= 1.5 ? -1.2 : -2.5);
/** Beside another trouble in its sentence, a weaker one is likely one too. */
const besideAnother = 0.7;

/** Those that are troubles, in the order of the description. */
export function bestProblems(candidates: readonly Candidate[], judge: Judge): string[] {
  const worths = candidates.map(({ text, judged = text, sure, within }) => {
    const { trouble, means } = judge(judged);
    if (within === undefined && sure >= 1.5 && means > trouble + 1) return -9;
    const isMeans = sure < 2 && !text.trim().includes(' ') && !/ed$/.test(text) && means > trouble;
    return isMeans ? -9 : sure + Math.max(least(sure), Math.min(2.5, trouble));
  });
  const troubled = new Set(
    candidates.flatMap(({ within }, at) => (within !== undefined && (worths[at] ?? 0) > 0 ? [within] : [])),
  );
  return candidates
    .filter(
      ({ text, within }, at) =>
        !/\b(?:don't|doesn't|can't|won't|is|are)$/i.test(text) &&
        (worths[at] ?? 0) > (within !== undefined && troubled.has(within) ? -besideAnother : 0),
    )
    .map(({ text }) => fitting(text.replace(/[,.!?]+$/, '').trim()).replace(/^(\w+ed)$/, 'being $1'));
}
