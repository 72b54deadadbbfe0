import { fold } from '@earshot/text';
import type { BusinessFacts } from './drafter.ts';
import { readBusiness } from './business.ts';
import { splitSentences } from './sentences.ts';

/** What the owner wrote, sorted by what a draft can do with it. */
export interface OwnersWords {
  /** Texts that tell what the business offers and which problems it solves: a post near to none of them is no lead. */
  readonly about: readonly string[];
  /** Whom the business is not for. */
  readonly excluded: readonly string[];
  /** Whole sentences with their end marks that a draft can say as they are. */
  readonly sentences: readonly string[];
  /** The owner's alternatives that the post names, and those that it does not. */
  readonly competitors: readonly string[];
  readonly unnamed: readonly string[];
}

/** Reads the owner's words for one post, of which `post` is the whole text. */
export function readOwnersWords(business: BusinessFacts, post: string): OwnersWords {
  const { description, profile, draftFacts = [], examples = [] } = business;
  const facts = draftFacts.map((fact) => withEnd(fact.replace(/\s+/g, ' ').trim())).filter((fact) => fact.length > 1);
  const written = readBusiness(business).facts;
  const exemplary = examples.flatMap((example) => splitSentences(example.replace(/\s+/g, ' '))).filter(isOfBusiness);
  const { text: low } = fold(post);
  const alternatives = (profile?.alternatives ?? []).filter(isName);
  const isNamed = (name: string) => names(low, fold(name).text);
  return {
    about: [...splitSentences(description), profile?.offer ?? '', ...(profile?.problems ?? [])].filter(
      (text) => text.trim() !== '',
    ),
    excluded: profile?.notFor ?? [],
    sentences: [...new Set([...facts, ...written, ...exemplary])],
    competitors: alternatives.filter(isNamed),
    unnamed: alternatives.filter((name) => !isNamed(name)),
  };
}

/** Whether a sentence compares the business with what the author uses: it names that, or no other of the alternatives. */
export function speaksOfAlternatives(
  sentence: string,
  { competitors, unnamed }: Pick<OwnersWords, 'competitors' | 'unnamed'>,
): boolean {
  const { text: low } = fold(sentence);
  const isIn = (name: string) => names(low, fold(name).text);
  return competitors.some(isIn) || (COMPARES.test(sentence) && !unnamed.some(isIn));
}

const COMPARES =
  /\b(?:instead of|unlike|compared (?:to|with)|alternatives? to|switch(?:ing|ed)? (?:over )?from|(?:mov(?:e|ing)|com(?:e|ing)|import\w*|migrat\w+) (?:\w+ ){0,3}from|replaces?)\b/i;

/** A sentence of an example that is about the business and not about the reader of the example. */
function isOfBusiness(sentence: string): boolean {
  return /^(?:we|our)\s/i.test(sentence) && !/\byou|\byour/i.test(sentence) && sentence.split(' ').length >= 5;
}

/** Whether the owner's alternative is a name, such as "Mailchimp", and not a way such as "doing it by hand". */
function isName(alternative: string): boolean {
  return /^\p{Lu}|\p{Ll}\p{Lu}|\.\w/u.test(alternative) && alternative.split(' ').length <= 3;
}

/** Whether a text has the name as whole words. Both are in lower case. */
function names(text: string, name: string): boolean {
  const at = text.indexOf(name);
  if (at < 0) return false;
  const around = `${text[at - 1] ?? ' '}${text[at + name.length] ?? ' '}`;
  return !/[\p{L}\p{N}]/u.test(around);
}

function withEnd(text: string): string {
  return /[.?!]["')]*$/.test(text) ? text.replace(/!+$/, '.') : `${text.replace(/[\s,;:-]+$/, '')}.`;
}
