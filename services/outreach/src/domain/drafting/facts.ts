import { splitSentences } from './sentences.ts';

/** The facts of a business's description, as clauses that fit into a message. */
export interface BusinessFacts {
  /** The name in the description; null when it gives none. */
  readonly name: string | null;
  /**
   * A main clause without full stop that follows "I am with NAME, and": "we offer invoicing for freelancers", "it is a
   * shop that ...".
   */
  readonly offer: string;
  /**
   * The name with a short description, to follow "I am with": "NAME (invoicing)", "NAME, a shop that ..."; null without
   * a name.
   */
  readonly called: string | null;
  /** The second sentence with its full stop; null when the description has only one. */
  readonly more: string | null;
}

const MAX_CLAUSE = 200;
const IMPERATIVES = new Set(
  `accept add adopt analyse analyze automate back bill book boost bring build buy calculate call capture catch chase chat check choose clean
  collaborate collect compare connect convert cook copy create cut deliver deploy design detect discover download draft earn edit enjoy export
  file find finish fix follow forecast generate get give go grow handle hire host import improve invite invoice join keep launch learn let list
  listen make manage match measure meet monitor move offer order organise organize pay pick plan play post practise practice prepare print protect
  publish query raise read receive record reduce rent repair replace report request reserve run save schedule search see sell send set share ship
  sign simplify speak split start stay stop store stream study sync talk teach test track train translate try turn understand update upload use view
  watch work write`.split(/\s+/),
);
const THIRD_PERSON =
  /^(?:automates|books|brings|builds|collects|combines|compares|connects|creates|delivers|designs|does|finds|fixes|gives|handles|helps|hosts|keeps|lets|makes|manages|matches|monitors|offers|organi[sz]es|plans|prints|protects|provides|publishes|rents|repairs|runs|saves|schedules|sells|sends|serves|shows|speciali[sz]es|supplies|supports|syncs|takes|teaches|tests|tracks|trains|translates|turns|works|writes)\b/i;

/** Reads a description such as "Name: the offer. More about it." or "Name is a shop that ...". */
export function readFacts(description: string): BusinessFacts {
  const sentences = sentencesOf(description);
  const [first = '', second] = sentences;
  const { name, rest } = splitName(first);
  const offer = offerClause(name !== null, rest);
  const called = name === null ? null : calledOf(name, brief(offer));
  return { name, offer, called, more: second === undefined ? null : moreSentence(second) };
}

/** The most characters of an offer that reads well within a longer sentence. */
const BRIEF = 95;

function brief(offer: string): string {
  if (offer.length <= BRIEF) return offer;
  const cut = offer.replace(/(?:: |, (?:with|including|so that|and we|such as) | [-–—] |; ).*$/, '');
  if (cut.length <= BRIEF) return cut;
  const comma = cut.lastIndexOf(', ', BRIEF);
  return comma < 30 ? cut : cut.slice(0, comma).replace(/, (?!.*, )(?!.*\sand\s)/, ' and ');
}

function calledOf(name: string, offer: string): string {
  const thing = /^(?:it is|we are|this is) ((?:an?|the|our) .+)$/.exec(offer)?.[1];
  if (thing !== undefined) return `${name}, ${thing}`;
  const offered = /^we offer ([^()]+)$/.exec(offer)?.[1];
  if (offered !== undefined) return `${name} (${offered})`;
  if (/^it /.test(offer)) return `${name}, which${offer.slice(2)}`;
  if (/^we /.test(offer)) return `${name}, where ${offer}`;
  const way = /^with it you can (.+)$/.exec(offer)?.[1];
  return way === undefined ? `${name}, and ${offer}` : `${name}, a way to ${way}`;
}

function sentencesOf(text: string): string[] {
  return splitSentences(text.replace(/\s+/g, ' ').replace(/[[\]{}<>]/g, ''))
    .map((sentence) => shorten(sentence.trim().replace(/[.!?;:,\s]+$/, '')))
    .filter((sentence) => sentence !== '');
}

function shorten(sentence: string): string {
  if (sentence.length <= MAX_CLAUSE) return sentence;
  const cut = sentence.slice(0, MAX_CLAUSE);
  const comma = cut.lastIndexOf(', ');
  return comma > 60 ? cut.slice(0, comma) : cut.replace(/\s+\S*$/, '');
}

function splitName(sentence: string): { name: string | null; rest: string } {
  const colon = /^([^:.,]{2,40}?)\s*(?::|\s[-–—])\s+(.+)$/.exec(sentence);
  if (colon?.[1] && colon[2] && colon[1].split(' ').length <= 4) return { name: colon[1], rest: colon[2] };
  const verb = /^((?:[A-Z0-9][\w'&.-]*)(?:\s[A-Z0-9][\w'&.-]*){0,3})\s+((?:is|are)\s+.+|[a-z]+s\s.+)$/.exec(sentence);
  if (verb?.[1] && verb[2] && !/^(?:we|i|our|my|this|it|the|a|an)\b/i.test(verb[1])) {
    if (/^(?:is|are)\s/.test(verb[2]) || THIRD_PERSON.test(verb[2])) return { name: verb[1], rest: verb[2] };
  }
  return { name: null, rest: sentence };
}

function offerClause(named: boolean, rest: string): string {
  const it = named ? 'it' : 'our service';
  const start = startLower(rest);
  if (rest.length < 3) return 'this is what we do';
  if (/^(?:we|i)(?:['’]\w+)?\s/i.test(rest)) return startLower(rest, /^i\b/i.test(rest));
  if (/^helps?\s(?:you\s)?/i.test(rest)) return `we help${start.replace(/^helps?/i, '')}`;
  if (/^(?:is|are)\s/i.test(rest)) return `${it} ${rest.replace(/^are\s/i, 'is ')}`;
  if (THIRD_PERSON.test(rest)) return `${it} ${start}`;
  if (/^(?:the|our|your|my)\s/i.test(rest)) return hasVerb(rest) ? start : `this is ${start}`;
  if (/^an?\s/i.test(rest)) return thingClause(it, start);
  if (/^(?:for|from|with|by|in)\s/i.test(rest)) return `${it} is ${start}`;
  if (hasVerb(rest)) return start;
  if (isImperative(rest)) return `${named ? 'with it' : 'with us'} you can ${start}`;
  return nounClause(it, start);
}

const PEOPLE = /(?:agency|clinic|company|firm|practice|school|shop|store|studio|team|bakery|restaurant)$/i;
const ONE_THING =
  /(?:api|app|assistant|board|bot|box|builder|chatbot|community|course|dashboard|directory|editor|engine|extension|generator|kit|library|manager|marketplace|network|newsletter|planner|platform|plugin|product|program|service|solution|subscription|suite|system|template|tool|tracker|website)$/i;

/** "Tool for teams" lacks the article of a countable noun; "invoicing and contracts" needs none. */
function nounClause(it: string, phrase: string): string {
  const head = headOf(phrase);
  if (/\sand\s/.test(head) || !(ONE_THING.test(head) || PEOPLE.test(head))) return `we offer ${phrase}`;
  const article = /^(?:[aeioAEIO](?!ne\b)|[FLMNSX][A-Z])/.test(phrase) ? 'an' : 'a';
  return thingClause(it, `${article} ${phrase}`);
}

/** An agency consists of people, who write "we are"; a tool is a thing. */
function thingClause(it: string, phrase: string): string {
  return PEOPLE.test(headOf(phrase)) ? `we are ${phrase}` : `${it} is ${phrase}`;
}

function headOf(phrase: string): string {
  return phrase.split(/,|\s(?:for|that|which|with|to|from|in|by|on|where|built|made)\s/)[0] ?? phrase;
}

function moreSentence(sentence: string): string {
  const start = startLower(sentence);
  if (/^help\s/i.test(sentence)) return `We ${start}.`;
  if (isImperative(sentence)) return `You can ${start}.`;
  if (THIRD_PERSON.test(sentence)) return `It ${start}.`;
  const opening = sentence.split(/\s+/).slice(0, 4).join(' ');
  const listed = /\s(?:for|with|and)\s/.test(opening) || (/,/.test(opening) && /\sand\s/.test(sentence));
  return listed && !hasVerb(sentence) && !/^(?:we|i|it|they|you|all|every|each|no)\b/i.test(sentence)
    ? `That includes ${start}.`
    : `${sentence}.`;
}

/** Whether the text has a main verb before any "that" or "which", so that it already is a clause. */
function hasVerb(text: string): boolean {
  const main = text.split(/\s(?:that|which|who)\s/)[0] ?? text;
  return /\s(?:is|are|was|were|has|have|can|will|do|does|costs|starts|helps|lets|makes|gives|keeps|connects|provides|offers|finds|creates|saves|handles|takes|turns|sells|sends|shows)\s/i.test(
    main,
  );
}

function isImperative(text: string): boolean {
  const [first = '', second = ''] = text.toLowerCase().split(/[\s,]+/);
  // In "Book keeping" or "design services", another noun follows the word, so it is a noun and not an imperative.
  const noun =
    /^(?:services?|software|tools?|apps?|classes|courses|lessons|agency|studio|shop|store|plans?|and|\w+ing)$/;
  return IMPERATIVES.has(first) && second !== '' && !noun.test(second);
}

/** Words that are always capitalized. */
const PROPER =
  /^(?:Spanish|English|French|German|Italian|Portuguese|Dutch|Chinese|Mandarin|Japanese|Korean|Arabic|Russian|American|British|European|Indian|Mexican|Google|Amazon|Shopify|Etsy|Reddit|Facebook|Instagram|YouTube|LinkedIn|Excel|Christmas|Swiss|Irish|Scottish|Nordic|African|Asian)\b/;

/** Lowers the first letter unless the word keeps its capital elsewhere, such as "SEO" and "I". */
function startLower(text: string, keep = false): string {
  const [first = ''] = text.split(/[\s,]/);
  return keep || PROPER.test(first) || /^(?:[A-Z]{2,}|\w+[A-Z]|[A-Z]\d)/.test(first)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}
