import { groupIn, namesPeople } from './groups.ts';
import { isPain, marketing } from './pain.ts';
import type { Reading } from './reading.ts';
import { helpIn } from './services.ts';
import type { Statement } from './statements.ts';
import { afterOffer, general, isThing, type Offer, thingIn } from './things.ts';
import { gerund, isBase } from './verbs.ts';

/** A title that is a sentence without a subject. Its words name the offer. */
interface Saying {
  readonly pattern: RegExp;
  readonly worth: number;
  /** The offer in the groups of the pattern; '' if it is none. */
  readonly offer: (groups: readonly string[], text: string) => string;
}

const helping = (verb: string, object: string) => `help with ${gerund(verb)} ${object}`;
const form = (text: string) =>
  (/\b(lessons|classes|courses?|workshops|tutoring|app)\b/i.exec(text)?.[1] ?? 'lessons').toLowerCase();

const sayings: readonly Saying[] = [
  // "The easiest way for clubs to sell tickets"
  {
    pattern:
      /^(?:looking for |need )?(?:an? |the )?(?:[\w-]+ ){0,3}ways? (?:for .+? )?to ([a-z]+) (.+?)(?:,? (?:without|so|with|when|while) .*|\?)?$/i,
    worth: 6,
    offer: ([verb = '', object = '']) => helping(verb, object),
  },
  // "Think Duolingo, but for sign language"
  {
    pattern: /^(?:think|it's like|like|think of it as) ([A-Z][\w ]{2,30}?),? but for (.+)$/i,
    worth: 7,
    offer: ([like = '', what = '']) => `${like} for ${what}`,
  },
  // "Learn Arabic by talking to teachers"
  {
    pattern: /^learn (how to )?(.+?)(?:\s(?:by|with|from|in \d|in your|at your|online|without)\s.*)?$/i,
    worth: 6,
    offer: ([how = '', what = ''], text) =>
      how === '' ? `${what} ${form(text)}` : `${form(text)} on ${how.toLowerCase()}${what}`,
  },
  {
    pattern: /^rent (?:an? |the )?(.+?)(?:\s(?:for|instead|by|from|in|at)\s.*)?$/i,
    worth: 7,
    offer: ([what = '']) => `${what} for rent`,
  },
  { pattern: /^helping (.+)$/i, worth: 5, offer: ([words = '']) => helpIn(words) },
  {
    pattern: /^(?:want|need|trying|looking) to ([a-z]+) ([^?]+?)(?:\s(?:without|but|and|in|from)\s.*)?\?$/i,
    worth: 4,
    offer: ([verb = '', object = '']) => helping(verb, object),
  },
];

/** "Schedule sessions, bill parents, pay tutors" */
function ordersIn(text: string): string {
  const orders = text.split(/,\s(?:and )?/);
  const isOrder = (order: string) => isBase(order.split(' ')[0] ?? '') && order.includes(' ');
  return orders.length > 1 && orders.every(isOrder)
    ? orders.map((order) => order.replace(/^\w+/, (verb) => gerund(verb))).join(', ')
    : '';
}

const noTitle =
  /^(?:instead|if|when|no|not|with|for|from|in|on|at|and|unlike|designed|made|used|loved|trusted|recommended|comes|serving|based|works?|fits?|tells|free|how|which|integrates|get|see|try|stop|escape|think|save|grow|build|turn|make|never|meet|introducing|because|before|after|to|replaces|over|\d)\b/i;
/** The last title that still says what is offered; those behind it are details. */
const lastTitle = 5;

/** The offers of a phrase without a verb: the title of a description, or what it lists. */
export function titlesIn(one: Statement, at: number, reading: Reading): Offer[] {
  const { text, sentence } = one;
  const far = 0.35 * at;
  for (const { pattern, worth, offer } of at < 3 ? sayings : []) {
    const match = pattern.exec(text);
    const said =
      match === null
        ? ''
        : offer(
            match.slice(1).map((group) => group ?? ''),
            reading.text,
          );
    if (said !== '') return [{ text: said, worth: worth - far }];
  }
  const orders = ordersIn(text);
  if (orders !== '') return [{ text: orders, worth: 3.6 - far }];
  const isTrouble = marketing.test(text) || isPain(text.split(/\s(?:for|who|that|with|when)\s/)[0] ?? '');
  if (text === '' || text === reading.brand || at > lastTitle || isTrouble || noTitle.test(text)) return [];
  if ((marketing.test(sentence) && at > 0) || /\?$/.test(sentence)) return [];
  if (text.replace(afterOffer, '').split(' ').length > 9) return [];
  const thing = titleIn(one, at, reading);
  return isThing(thing) ? [{ text: thing, worth: worthOf(thing, one, at, reading) - far }] : [];
}

/** "Online course: watercolour for beginners" is one title. */
function titleIn({ text, sentence }: Statement, at: number, { statements }: Reading): string {
  const next = statements[at + 1];
  const goesOn = at === 0 && next?.predicate === '' && sentence.startsWith(`${text}: `) && general.test(text);
  return goesOn ? `${text}: ${thingIn(next.text)}` : thingIn(text);
}

function worthOf(thing: string, { sentence }: Statement, at: number, { text, brand, statements }: Reading): number {
  const isSlogan = (other: string | undefined) => other !== undefined && text.includes(`${other}!`);
  const before = statements[0];
  const follows = at === 1 && before?.text === brand;
  const isFirst = at === 0 || (at === 1 && isSlogan(before?.sentence));
  const isGroup = at > 0 && namesPeople(thing) && groupIn(thing) === thing && !general.test(thing);
  const isWord = at > 0 && /^[\w-]+$/.test(thing);
  return (follows ? 9 : isFirst ? 8 : 4.5) - (isSlogan(sentence) ? 3.5 : 0) - (isGroup ? 3 : 0) - (isWord ? 2 : 0);
}
