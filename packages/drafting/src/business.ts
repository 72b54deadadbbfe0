import type { DraftRequest } from './drafter.ts';
import { type Language, languageOf } from './language.ts';
import { splitSentences } from './sentences.ts';

type Described = DraftRequest['business'];

/** What a message may state about the business: only words of its owner. */
export interface Business {
  /** The name in the description; null when it gives none. */
  readonly name: string | null;
  /**
   * The writer's affiliation as a main clause without full stop: "I am with NAME, and we offer cloud cost audits", "we help
   * small shops". `am` is " am" or "'m".
   */
  readonly introduce: (am: string) => string;
  /** The language of the description; English when undecided. */
  readonly language: Language;
  /** Other whole sentences of the owner about the business. */
  readonly facts: readonly string[];
}

const MAX_SENTENCE = 260;

/** All that the owner wrote, examples of tones included. A message makes no claim beyond it. */
export function wordsOfOwner(business: Described): string {
  return [factsOfOwner(business), ...(business.examples ?? [])].join('\n');
}

/** What the owner states about the business. */
export function factsOfOwner({ description, profile, draftFacts = [], closingLine = '' }: Described): string {
  const fields = profile ? [profile.offer, profile.audience, ...profile.problems, ...profile.alternatives] : [];
  return [description, ...fields, ...draftFacts, closingLine].filter((text) => text !== '').join('\n');
}

/** The name that a description begins with, as in "Name: the offer." or "Name is a shop that ..."; null without one. */
export function nameOf(description: string): string | null {
  return splitName(sentencesOf(description)[0] ?? '').name;
}

/** Reads a business by its profile, or by its description where the profile has no offer. */
export function readBusiness({ description, profile }: Described): Business {
  const sentences = sentencesOf(description);
  const [first = '', ...others] = sentences;
  const { name, rest } = splitName(first);
  const [stated] = sentencesOf(profile?.offer ?? '');
  const described = readOffer(rest);
  // The description is in sentences, and the offer only a phrase.
  const offer = described.form === 'quote' && stated !== undefined ? readOffer(stated, true) : described;
  const about = offer === described ? others : [...others, isClause(first) ? first : rest];
  const introduced = introduce(name, offer, ' am').toLowerCase();
  return {
    name,
    introduce: (am) => introduce(name, offer, am),
    language: languageOf(description) ?? 'en',
    facts: about
      .map((sentence) => factOf(sentence, name))
      .filter((fact) => fact !== null)
      .filter((fact) => !introduced.includes(fact.slice(0, -1).toLowerCase())),
  };
}

/**
 * An offer by its grammar. `thing`: a noun phrase. `person`: a noun phrase for the owner. `does`: a predicate in the third person, such as "helps teams plan".
 * `clause`: a main clause. `quote`: anything else, which fits into no sentence.
 */
interface Offer {
  readonly form: 'thing' | 'person' | 'does' | 'clause' | 'quote';
  readonly text: string;
}

function introduce(name: string | null, { form, text }: Offer, am: string): string {
  if (name === null) {
    if (form === 'thing')
      return PEOPLE.test(headOf(text)) && ARTICLE.test(text) ? `we are ${text}` : `we offer ${text}`;
    if (form === 'person') return `I${am} ${text}`;
    if (form === 'does') return `I work on something that ${text}`;
    return form === 'clause' ? text : 'I have a business in this field';
  }
  const me = `I${am} with ${name}`;
  if (form === 'thing' || form === 'person')
    return ARTICLE.test(text) ? `${me}, ${text}` : `${me}, and we offer ${text}`;
  if (form === 'does') return `${me}, which ${text}`;
  return form === 'clause' ? `${me}, and ${text}` : me;
}

const ARTICLE = /^(?:an?|the|our)\s/;

/** `isPhrase`: the owner was asked for a noun phrase. */
function readOffer(text: string, isPhrase = false): Offer {
  const brief = shorten(text);
  const low = startLower(brief);
  const language = languageOf(text);
  if (language !== null && language !== 'en') return { form: 'quote', text: brief.replaceAll('"', "'") };
  if (/^(?:we|i)(?:['’]\w+)?\s/i.test(brief)) return { form: 'clause', text: startLower(brief, /^i\b/i.test(brief)) };
  const thing = /^(?:is|are)\s((?:an?|the|our)\s.+)$/i.exec(brief)?.[1];
  if (thing !== undefined) return { form: 'thing', text: thing };
  if (/^is\s/i.test(brief) || isPredicate(brief)) return { form: 'does', text: low };
  if (isImperative(brief, isPhrase)) {
    return { form: 'clause', text: /^help\s/i.test(low) ? `we ${low}` : `with us you can ${low}` };
  }
  const phrase = isNounPhrase(brief) ? nounPhrase(low) : null;
  if (phrase !== null) return { form: PERSON.test(headOf(phrase)) ? 'person' : 'thing', text: phrase };
  if (/^(?:the|our|my|this)\s/i.test(brief) && isClause(brief)) return { form: 'clause', text: low };
  return { form: 'quote', text: brief.replaceAll('"', "'") };
}

/** A whole sentence with its full stop, built from one of the owner's; null if it is none and cannot become one. */
function factOf(sentence: string, name: string | null): string | null {
  if (sentence.length > MAX_SENTENCE || sentence.includes(':')) return null;
  if (isPredicate(sentence) && (SURE_PREDICATE.test(sentence) || !MAYBE_VERB.test(sentence))) return null;
  if (/^help\s/i.test(sentence)) return `We ${startLower(sentence)}.`;
  if (isImperative(sentence)) return `With ${name ?? 'us'}, you can ${startLower(sentence)}.`;
  if (
    isClause(sentence) ||
    /,\s(?:and\s)?(?:you|we|they|it)\s/i.test(sentence) ||
    MAYBE_VERB.test(sentence.split(/,|\s(?:that|which|who)\s/)[0] ?? '')
  )
    return `${sentence}.`;
  const phrase =
    / and /.test(sentence) && !VERB.test(sentence) && isNounPhrase(sentence) ? nounPhrase(startLower(sentence)) : null;
  return phrase === null || PERSON.test(headOf(phrase)) ? null : `We offer ${phrase}.`;
}

function sentencesOf(text: string): string[] {
  return splitSentences(text.replace(/\s+/g, ' ').replace(/[[\]{}<>]/g, ''))
    .map((sentence) => sentence.trim().replace(/[.!?;:,\s]+$/, ''))
    .filter((sentence) => sentence !== '');
}

/** The most characters of an offer that reads well within a sentence. */
const BRIEF = 150;

/** Leaves out what follows the main statement, if the offer is long. */
function shorten(offer: string): string {
  if (offer.length <= BRIEF) return offer;
  const cut = offer.replace(/(?:: |, (?:with|including|so that|so you|and we|such as|whether) | [-–—] |; ).*$/, '');
  return cut.length <= MAX_SENTENCE ? cut : cut.slice(0, MAX_SENTENCE).replace(/\s+\S*$/, '');
}

function splitName(sentence: string): { name: string | null; rest: string } {
  const colon = /^([^:.,]{2,40}?)\s*(?::|\s[-–—])\s+(.+)$/.exec(sentence);
  if (colon?.[1] && colon[2] && colon[1].split(' ').length <= 4) return { name: colon[1], rest: colon[2] };
  const verb = /^((?:[A-Z0-9][\w'&.-]*)(?:\s(?:&\s)?[A-Z0-9][\w'&.-]*){0,3})\s+((?:is|are)\s+.+|[a-z]+s\s.+)$/.exec(
    sentence,
  );
  if (verb?.[1] && verb[2] && !/^(?:we|i|our|my|this|it|the|a|an)\b/i.test(verb[1])) {
    if (/^(?:is|are)\s/.test(verb[2]) || isPredicate(verb[2])) return { name: verb[1], rest: verb[2] };
  }
  return { name: null, rest: sentence };
}

const IMPERATIVES = new Set(
  `accept add adopt answer analyse analyze automate back bill book boost bring build buy calculate call capture catch chase chat check choose clean
  collaborate collect compare connect convert cook copy create cut deliver deploy design detect discover download draft earn edit enjoy export
  file find finish fix follow forecast generate get give go grow handle help hire host import improve invite invoice join keep launch learn let list
  listen make manage match measure meet monitor move offer order organise organize pay pick plan play post practise practice prepare print protect
  publish query raise read receive record reduce rent repair replace report request reserve run save schedule search see sell send set share ship
  sign simplify speak split start stay stop store stream study sync talk teach test track train translate try turn understand update upload use view
  watch work write`.split(/\s+/),
);
/** A verb in the third person with its object. After a plural noun stands a preposition or a clause, or nothing. */
const PREDICATE =
  /^[a-z]{2,}[^s\W]s\s(?:and\s[a-z]+s\s)?(?!(?:and|or|for|in|near|with|from|of|by|at|on|to|that|which|who|made|built|as)\b)|^(?:helps|works|speciali[sz]es|lets)\s/i;

/** Verbs that are no plural nouns, before their preposition. */
const VERB_WITH_TO =
  /^(?:listens|talks|speaks|connects|integrates|responds|replies|reacts|belongs|looks|stays|goes)\s/i;

/** Verbs that are no plural nouns, with which a sentence without a subject often begins. */
const SURE_PREDICATE =
  /^(?:automates|connects|creates|finds|gives|helps|keeps|lets|makes|offers|provides|saves|sends|shows|tracks|turns)\s/i;

/** Whether a text is a predicate without its subject, such as "helps teams plan". */
function isPredicate(text: string): boolean {
  return PREDICATE.test(text) || VERB_WITH_TO.test(text);
}
/** Words that can only be verbs, and words that may also be nouns: "coaches answer", "our answer". */
const VERB =
  /\s(?:is|are|was|were|has|have|can|will|do|does|costs|starts|helps|lets|makes|gives|keeps|connects|provides|offers|finds|creates|saves|handles|takes|turns|sells|sends|gets|works|needs|wants|runs|builds|brings|improves|includes|comes|goes)\s/i;
const MAYBE_VERB =
  /\s(?:help|let|make|give|keep|connect|provide|offer|find|create|save|handle|take|turn|sell|send|show|get|work|answer|ship|need|want|check|run|build|bring|improve|include|come|go|sew|teach|fix|use)\s/i;

/** Whether the text has a main verb before any "that" or "which", so that it is a clause. */
function isClause(text: string): boolean {
  const main = text.split(/\s(?:that|which|who)\s/)[0] ?? text;
  return /^(?:we|i|you|they|it)(?:['’](?:re|ve|ll|d|m|s)\s|\s[a-z'’]+)/i.test(text) || VERB.test(main);
}

function isImperative(text: string, isPhrase = false): boolean {
  const [first = '', second = ''] = text.toLowerCase().split(/[\s,]+/);
  if (!IMPERATIVES.has(first) || second === '') return false;
  if (isPhrase) return /^(?:your|the|an?|my|our|all|every|more|less)$/.test(second);
  // In "Book keeping" or "design services", another noun follows the word, so it is a noun and not an imperative.
  return !/^(?:services?|software|tools?|apps?|classes|courses|lessons|agency|studio|shop|store|plans?|and|for|\w+ing)$/.test(
    second,
  );
}

/** Whether the text can follow "we offer". */
function isNounPhrase(text: string): boolean {
  if (
    /^(?:for|from|with|by|in|to|at|on|of|as|if|when|where|so|and|but|or|no|not|just|only|you|they|it|he|she|how|what|why|who|never|always|more than)\b/i.test(
      text,
    )
  )
    return false;
  return text.length >= 3 && !isClause(text) && /^[\p{L}\p{N}]/u.test(text) && !/[?!"]/.test(text);
}

const PEOPLE = /(?:agency|clinic|company|firm|practice|school|shop|store|studio|team|bakery|restaurant)$/i;
const ONE_THING =
  /(?:api|app|assistant|board|bot|box|builder|chatbot|community|course|dashboard|directory|editor|engine|extension|generator|inbox|kit|library|manager|marketplace|network|newsletter|planner|platform|plugin|product|program|programme|service|solution|subscription|suite|system|template|tool|tracker|website)$/i;
const PERSON =
  /(?:accountant|adviser|advisor|agent|artist|attorney|bookkeeper|broker|builder|carpenter|cleaner|coach|consultant|copywriter|designer|developer|editor|electrician|engineer|gardener|groomer|handyman|instructor|lawyer|mechanic|mentor|painter|photographer|plumber|roofer|therapist|trainer|translator|tutor|videographer|writer)$/i;
/** Heads that need no article: plurals, names of activities and of things that are not counted. */
const UNCOUNTED =
  /(?:[^s]s|ing|ship|tion|ment|ance|ence|ity|graphy|ware|therapy|advice|care|help|support|delivery|repair|rental|design|seo|research|analysis|production|food|coffee|furniture|equipment|jewelry|jewellery)$/i;

/**
 * The phrase as it can follow "we offer" or "I am": "tool for teams" lacks the article of a countable noun, "invoicing
 * and contracts" needs none. Null if that is uncertain.
 */
function nounPhrase(phrase: string): string | null {
  // A list without "and" is no phrase, but its first item is.
  const text = /,/.test(phrase) && !/\s(?:and|or)\s/.test(phrase) ? phrase.replace(/,.*$/, '') : phrase;
  const head = headOf(text);
  if (/^(?:an?|the|our|my|your|one|this)\s/i.test(text)) return text;
  if (
    /^(?:best|better|cheapest|fastest|easiest|most|more|no)\b|\b(?:ever|licensed|insured|certified|years)\b/i.test(text)
  )
    return null;
  if (UNCOUNTED.test(head) || (/\sand\s/.test(head) && !ONE_THING.test(head))) return text;
  if (!ONE_THING.test(head) && !PEOPLE.test(head) && !PERSON.test(head)) return null;
  return `${/^(?:[aeioAEIO](?!ne\b)|[FLMNSX][A-Z])/.test(text) ? 'an' : 'a'} ${text}`;
}

function headOf(phrase: string): string {
  return phrase.split(/,|\s(?:for|that|which|with|to|from|in|by|on|where|built|made)\s/)[0] ?? phrase;
}

/** Words that are always capitalized. */
const PROPER =
  /^(?:Spanish|English|French|German|Italian|Portuguese|Dutch|Chinese|Mandarin|Japanese|Korean|Arabic|Russian|American|British|European|Indian|Mexican|Google|Amazon|Shopify|Etsy|Reddit|Facebook|Instagram|YouTube|LinkedIn|Excel|Christmas|Swiss|Irish|Scottish|Nordic|African|Asian|Android|Flutter|Kubernetes|Python|React|Apple|Microsoft)\b/;

/** Lowers the first letter unless the word keeps its capital elsewhere, such as "SEO" and "I". */
export function startLower(text: string, keep = false): string {
  const [first = ''] = text.split(/[\s,]/);
  return keep || PROPER.test(first) || /^(?:[A-Z]{2,}|\w+[A-Z]|[A-Z]\d)/.test(first)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}
