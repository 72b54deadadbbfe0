import { objectGroupIn, namesPeople } from './groups.ts';
import { isPain } from './pain.ts';
import type { Reading } from './reading.ts';
import { shortened } from './sentences.ts';
import { helpIn, joinedGerunds, serviceOf } from './services.ts';
import type { Statement } from './statements.ts';
import { afterClause, general, isThing, type Offer, plain, thingIn } from './things.ts';
import { titlesIn } from './titles.ts';
import { baseOf, gerund, isBase, isVerb } from './verbs.ts';

/** Statements that are read for the offer. */
const mostRead = 14;
/** An offer of less worth gives way to the problem: "help with hiring developers abroad". */
const sure = 3.5;
/** What is far from the start says less about the offer. */
const farther = 0.35;

/** What is sold, as the first statements name it. */
export function offerOf(reading: Reading): string {
  const found = reading.statements.slice(0, mostRead).flatMap((one, at) => offersIn(one, at, reading));
  const best = found.reduce<Offer | null>((a, b) => (a === null || b.worth > a.worth ? b : a), null);
  if (best !== null && best.worth > sure) return plain(best.text);
  const trouble = reading.statements
    .slice(0, 2)
    .find((one) => isTroubled(one, reading) && (/^\w+ing\b/i.test(one.subject) || best === null))?.subject;
  return trouble === undefined
    ? plain(best?.text ?? '')
    : `help with ${trouble.charAt(0).toLowerCase()}${trouble.slice(1)}`;
}

function isTroubled({ subject, text }: Statement, { isOwn }: Reading): boolean {
  const isNamed = subject.includes(' ') && !/^(?:you|your|nobody|most|many|half|they|it|no|the)\b/i.test(subject);
  return isNamed && isPain(text) && !isOwn(subject) && !namesPeople(subject.split(' ').at(-1) ?? '');
}

function offersIn(one: Statement, at: number, reading: Reading): Offer[] {
  const { text, subject, predicate, sentence } = one;
  if (predicate === '') return titlesIn(one, at, reading);
  const isTrouble = isPain(text.split(/\s(?:for|who|that|which|but|with|without|because)\s/)[0] ?? '');
  if (!reading.isOwn(subject) || isTrouble) return [];
  const isMore = reading.statements.slice(0, at).some((other) => isSame(other, one));
  const rule = rules.map(({ offer }) => offer(one, reading)).find((offer) => offer !== null) ?? null;
  const found = rule ?? (/\?$/.test(sentence) ? null : doneIn(one, isMore ? [] : reading.statements.slice(at + 1)));
  if (found === null || found.text === '') return [];
  return [{ text: found.text, worth: found.worth - farther * at - (isMore ? 4 : 0) }];
}

const isSame = (a: Statement, b: Statement) => a.sentence === b.sentence && a.subject === b.subject;

/** A way of stating the offer. `offer` is null for a statement that says it otherwise. */
interface Rule {
  readonly offer: (one: Statement, reading: Reading) => Offer | null;
}

/** A noun that says too little gives way to a better one. */
function thingOf(words: string, worth: number): Offer {
  const thing = thingIn(words);
  return isThing(thing) ? { text: thing, worth: worth - (general.test(thing) ? 1.5 : 0) } : { text: '', worth };
}

/** The object of these verbs is the offer: "we sell loose tea". */
const producing =
  /^(?:also |mainly |proudly |only |now |hand-?)?(?:\w+ and (?=sell|rent|install|fit|make|deliver))?(?:sells?|makes?|builds?|offers?|provides?|runs?|designs?|develops?|creates?|bakes?|produces?|manufactures?|imports?|supply|supplies|stocks?|roasts?|brews?|grows?|do|does|prints?|publish|publishes|crafts?|sews?|knits?|own|operates?|hosts?|organi[sz]es?|delivers?|ships?|built|made|created|developed|launched|started|opened|founded|(?:build|launch|mak|sell|develop)ing)(?: and (?:sells?|delivers?|ships?|install|make))? /i;
const once = /^(?:built|made|created|started|launched|founded|opened|developed)/i;
const renting = /^(?:also )?(?:rents?|hires?|leases?|lends?)(?: out)? /i;
const giving =
  /^(?:gives?|gets?|brings?|sends?|offers?|provides?) (?:you |(?:(?!to |on |in |for |with )[\w&'-]+ ){1,4}?)(?=(?:an? |the |their own |your own |everything |personal|daily|weekly|instant))/i;
const possessed = /^(?:their|your) own /i;
const firms =
  /\b(?:company|firm|business|team|agency|studio|shop|store|charity|startup|school|group|practice|clinic|workshop|collective|club)$/i;
const noOffer = /^(?:company|team|business|customers|clients|mission|goal|founder|prices|service|approach)$/i;
const helps = /^(?:helps?|makes? it (?:\w+ )?(?:easy|simple|possible|easier|simpler) for) (.+)$/i;
const ownThing = /^(?:our|my|the|this) (.+)$/i;

const rules: readonly Rule[] = [
  // "StackGuard corner protectors are made of cardboard"
  {
    offer: ({ subject }, { brand }) => {
      const thing = brand !== '' && subject.startsWith(`${brand} `) ? subject.slice(brand.length + 1) : '';
      return thing === '' ? null : { text: isThing(thing) ? thing : '', worth: 6.5 };
    },
  },
  // "Tabloom is a till for market stalls", "I am a piano tuner"
  {
    offer: ({ subject, predicate }, { brand }) => {
      const being = /^(?:is|are|am)(?: basically| simply| essentially| actually)? (.+)$/i.exec(predicate)?.[1];
      if (being === undefined) return null;
      const introduced = /^[A-Z][\w-]+,? (?:and (?:i'm|i am) )?(an? .+)$/i.exec(being)?.[1];
      if (introduced !== undefined && /^[A-Z]/.test(being)) return thingOf(madeBy(introduced), 8);
      if (/^(?:building|making|launching) /.test(being)) return thingOf(being.replace(/^\w+ /, ''), 8);
      if (/^(?:an?|the|your)\s/i.test(being)) return thingOf(madeBy(being), 10);
      return subject.toLowerCase() === brand.toLowerCase() ? thingOf(being, 8.5) : { text: '', worth: 0 };
    },
  },
  // "We help landlords find tenants"
  {
    offer: ({ predicate }) => {
      const helped = helps.exec(predicate)?.[1];
      return helped === undefined ? null : { text: helpIn(helped), worth: 4 };
    },
  },
  // "We rent out cargo bikes"
  {
    offer: ({ predicate }) => {
      const [rented = ''] = predicate.replace(renting, '').split(/\s(?:to|for|by|in|from)\s/i);
      return renting.test(predicate) ? { text: shortened(`${rented} for rent`), worth: 8 } : null;
    },
  },
  // "Our platform automates data collection"
  {
    offer: (one, reading) => {
      const own = ownThing.exec(one.subject)?.[1] ?? '';
      return general.test(own) && !firms.test(own)
        ? { text: shortened(`${own} that ${joinedIn(one, reading)}`), worth: 7 }
        : null;
    },
  },
  // "It gives small restaurants their own page", "We sell loose tea"
  {
    offer: ({ subject, predicate }, { brand }) => {
      if (!/^(?:i|we|it|my .*|our .*)$/i.test(subject) && !(brand !== '' && subject.startsWith(brand))) return null;
      const gift = giftIn(predicate);
      if (gift !== '') return thingOf(gift.replace(possessed, ''), 7.5);
      return producing.test(predicate)
        ? thingOf(madeBy(predicate.replace(producing, '')), once.test(predicate) ? 6.5 : 8)
        : null;
    },
  },
  // "I specialise in wills"
  {
    offer: ({ predicate }) => {
      const special = /^(?:specialis|specializ)\w* in (.+)$/i.exec(predicate)?.[1];
      return special === undefined ? null : thingOf(special, 7);
    },
  },
  // "Our coop door closes at dusk"
  {
    offer: ({ subject }) => {
      const own = ownThing.exec(subject)?.[1];
      if (own === undefined) return null;
      return noOffer.test(own) ? { text: '', worth: 0 } : { ...thingOf(own, 7), worth: 7 };
    },
  },
];

/** "gives small restaurants their own page" */
function giftIn(predicate: string): string {
  const gift = /^(?:gives?|sends?|brings?) (?!you\b)(.+)$/i.exec(predicate)?.[1] ?? '';
  const whom = objectGroupIn(gift);
  if (gift !== '' && whom !== '' && gift.length > whom.length + 3) return gift.slice(whom.length).trim();
  const match = producing.test(predicate) ? null : giving.exec(predicate);
  return match === null ? '' : predicate.slice(match[0].length);
}

/** "company that makes oak doors", "agency which does paid social" */
function madeBy(being: string): string {
  const [, made] =
    /^(?:an? |the )?(?:[\w-]+ ){0,4}?(?:company|firm|business|startup|team|family|couple|collective|shop|bakery|nursery|agency|studio|workshop|brand) (?:that|who|which|of [\w ]+? (?:that|who))? ?(?:sells?|makes?|builds?|offers?|provides?|designs?|does|supplies|produces|making|selling|offering|providing|building|designing) (.+)$/i.exec(
      being,
    ) ?? [];
  return made ?? being;
}

/** What one sentence says about the same subject: "automates data collection and produces reports". */
function joinedIn(one: Statement, { statements }: Reading): string {
  const same = statements.filter((other) => isSame(other, one) && other.predicate !== '');
  const parts = same.map(({ predicate }) => predicate.replace(afterClause, ''));
  const fits = parts.filter((_, at) => parts.slice(0, at + 1).join(', ').length < 100);
  const last = (fits.at(-1) ?? '').replace(/^and /, '');
  return fits.length < 2 ? (parts[0] ?? '') : `${fits.slice(0, -1).join(', ')} and ${last}`;
}

/** Verbs after "we" that name no service. */
const stating =
  /^(?:are|is|am|was|were|have|has|had|wants?|need|love|like|believe|know|think|can|could|will|would|come|came|works?|live|hope|understand|get|see|started|saves?|takes?|uses?|used|look|go|put|let|answer|show|treat|charge|costs?|cover|serves?|specialise|specialize|focus|never|only|don't|won't|do|grew|got|spent|met|quit|left|lost|noticed|saw|found|wanted|needed|tried|bring|give|stand|pride|fits?|pays?|comes|ship|accept|ask|starts?|begin|guarantee|promise|integrates?|runs? on|syncs?|supports?|includes?|launch(?:ed)?|join|call|reply|respond|travel|drive|visit|report|tell|replaces?|stops?|avoids?|prevents?|ends?|eliminates?)\b/i;

/** "We fix cracked screens", with what else the sentence says. */
function doneIn(one: Statement, later: readonly Statement[]): Offer | null {
  const { subject, predicate } = one;
  if (stating.test(predicate) || /^(?:ours|each|every|all|everything|these|this)\b/i.test(subject)) return null;
  const verb = predicate.split(' ')[0] ?? '';
  const base = baseOf(verb) ?? (isBase(verb) ? verb.toLowerCase() : undefined);
  if (base === undefined) return null;
  const object = predicate
    .slice(verb.length)
    .replace(/\s(?:so|because|so that) .*$/i, '')
    .replace(afterClause, '');
  if (/^ (?:it|them|you|this|that|for|on|at|with|to|every|when)\b/i.test(object))
    return { text: shortened(`${gerund(base)}${object}`), worth: 2.5 };
  const more = later.filter((other) => isSame(other, one) && isVerb(other.predicate.split(' ')[0] ?? ''));
  return {
    text: shortened(joinedGerunds([serviceOf(base, object), ...more.map((other) => other.predicate)])),
    worth: 6,
  };
}
