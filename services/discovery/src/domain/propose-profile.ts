import type { ProposedProfile } from '@earshot/proto/http/discovery';
import { profileLimits } from '@earshot/proto/http/lead';
import { placeIn } from './propose-place.ts';
import { objectPlurals } from './stated-audience.ts';

/** Proposes profile fields for a description. Never fails because of a model, since parsing needs none. */
export type Profiler = (description: string, signal: AbortSignal) => Promise<ProposedProfile>;

/** Proposes by parsing alone. */
export const parsingProfiler: Profiler = async (description) => parsedProfile(description);

const punctuation = String.raw`[.,;:!?()\n]|\s[-–—]\s|$`;
/** A phrase ends at punctuation, or where another statement begins. */
const phrase = String.raw`([^.,;:!?()\n]{2,120}?)(?=\s*(?:${punctuation})|\s(?:and|or|but|so|because|while|when|without|instead)\s)`;
/** People stand in lists too: "freelancers and small studios". */
const group = String.raw`([^.,;:!?()\n]{2,120}?)(?=\s*(?:${punctuation})|\s(?:who|that|which|but|so|because|while|when|without|instead|at an?)\s)`;

const produce =
  'sell|make|build|offer|provide|run|design|develop|create|bake|repair|teach|rent out|produce|write|manufacture|import';
/** "We sell Y", "X: Y for ...", "X is Y for ...", "X sells Y", or a description that begins with the offer itself. */
const offers = [
  new RegExp(String.raw`^\s{0,9}(?:we|i)\s+(?:a |an |the )?(?:${produce})\s+([^.;:!?()\n]{2,150})`, 'i'),
  /^\s*[^.,:;!?\n]{1,40}:\s*([^.;:!?()\n]{2,200})/i,
  /^\s*[^.,:;!?\n]{1,40}?\s(?:is|are)\s([^.;:!?()\n]{2,200})/i,
  new RegExp(
    String.raw`^\s{0,9}[^.,:;!?\n]{1,40}?\s(?:${produce.replaceAll('|', 's|')}s)\s+([^.;:!?()\n]{2,150})`,
    'i',
  ),
  /^\s{0,9}([^.,;:!?()\n]{2,150}?)\s(?=for\s)/i,
];
/** Where the offer ends and its purpose, its audience or another statement begins. */
const afterOffer =
  /(?:\s(?:for|that|which|who|to|helping|so|where|when|because|built|made|designed|aimed|used|with)\s|,\s(?:with|so|and we|for|from|by|in)\s).*$/i;
/** "is here to help" and "finds homes" are statements, not offers. */
const statement =
  /^(?:here|there|now|not|very|helping|proud|committed)\b|\b(?:is|are|we|finds|helps|gets|gives|lets|takes)\b/i;

const peopleWord = String.raw`(?:people|persons?|owners?|business(?:es)?|compan(?:y|ies)|teams?|students?|professionals?|couples?|parents?|famil(?:y|ies)|women|men|kids|children|adults|seniors|studios?|agenc(?:y|ies)|startups?|shops?|stores?|restaurants?|bakeries|caf[eé]s?|stalls?|salons?|hotels?|practices?|offices?|gyms?|clubs?|households?|landlords?|clinics?|schools?|tradesmen|nonprofits?|organi[sz]ations?|(?!(?:${objectPlurals})\b)\w{3,}(?:ers|ors|ists|ians|ants|ents|smiths))`;
const people = new RegExp(String.raw`\b${peopleWord}\b`, 'i');
const audiences = [
  new RegExp(String.raw`(?<![-\w])(?:for|serves|aimed at)\s+${group}`, 'gi'),
  new RegExp(
    String.raw`(?<![-\w])(?:helps?|helping|lets|allows|enables|connects)\s+((?:(?!with\s)[\w-]+,?\s(?:and\s|or\s)?){0,5}${peopleWord})(?=\s)`,
    'gi',
  ),
];

const problems = [
  new RegExp(
    String.raw`(?<![-\w])(?:chas(?:es?|ing)|cuts?|cutting|reduc(?:es?|ing)|avoids?|avoiding|prevents?|preventing|stops?|stopping|ends|ending|eliminat(?:es?|ing)|fix(?:es|ing)?|solv(?:es?|ing)|recovers?|removes?)\s+(?:the |their |your |all )*${phrase}`,
    'gi',
  ),
  new RegExp(
    String.raw`\b(?:no more|fewer|less(?!\s(?:\w+\s)?than\b)|tired of|sick of|struggl(?:e|es|ing) with|fed up with|without)\s+(?:the )?${phrase}`,
    'gi',
  ),
];
const alternatives = [
  new RegExp(
    String.raw`\b(?:instead of|alternatives? to|replac(?:es?|ing)|rather than|unlike|better than|cheaper than|switch(?:ing)? from)\s+(?:a |an |the |your |their )?${phrase}`,
    'gi',
  ),
];
const excluded = String.raw`\bnot (?:made |built |meant |suitable )?for`;
const notFor = [new RegExp(String.raw`(?:${excluded}|\bexcept for)\s+${group}`, 'gi')];

/**
 * The fields that a description states, in its own words. A field that it does not state is empty: a wrong guess costs
 * the user more than an empty field.
 */
export function parsedProfile(description: string): ProposedProfile {
  const text = description.replace(/[ \t]+/g, ' ').trim();
  const positive = text.replace(new RegExp(String.raw`${excluded}[^.;!?\n]*`, 'gi'), ' ');
  return {
    offer: offerOf(positive),
    audience: audienceOf(positive),
    problems: found(problems, positive, 2),
    alternatives: found(alternatives, text),
    notFor: found(notFor, text),
    ...placeIn(text),
  };
}

function offerOf(text: string): string {
  for (const pattern of offers) {
    const offer = (pattern.exec(text)?.[1] ?? '').replace(afterOffer, '').replace(/^(?:a|an|the|your)\s/i, '');
    const cut = shortened(offer, profileLimits.text);
    if (cut.length > 2 && !statement.test(cut)) return cut;
  }
  return '';
}

function audienceOf(text: string): string {
  for (const pattern of audiences) {
    for (const [, named = ''] of text.matchAll(pattern)) {
      const whom = named.replace(new RegExp(String.raw`(${peopleWord})\sto\s.*$`, 'i'), '$1').trim();
      if (people.test(whom)) return shortened(whom, profileLimits.text);
    }
  }
  return '';
}

/** Single words are left out: "clients" or "websites" name no problem. */
function found(patterns: readonly RegExp[], text: string, fewestWords = 1): string[] {
  const all = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, named = '']) => named.trim()));
  const fitting = all.filter(
    (one) => one.length > 2 && one.length <= profileLimits.item && one.split(/[\s-]+/).length >= fewestWords,
  );
  return [...new Map(fitting.map((one) => [one.toLowerCase(), one])).values()].slice(0, profileLimits.items);
}

/** Cut at a word, so that no half word is proposed. */
function shortened(text: string, most: number): string {
  const line = text.trim();
  return line.length <= most ? line : line.slice(0, line.lastIndexOf(' ', most)).trim();
}
