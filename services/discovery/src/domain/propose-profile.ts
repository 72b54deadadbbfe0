import type { ProposedProfile } from '@earshot/proto/http/discovery';
import { alternativesOf, usualIn } from './profile/alternatives.ts';
import { audienceOf } from './profile/audience.ts';
import { offerOf } from './profile/offer.ts';
import { problemsOf } from './profile/problems.ts';
import { evenText, items, sentencesOf } from './profile/sentences.ts';
import { placeIn } from './propose-place.ts';

/** Proposes profile fields for a description. Never fails because of a model, since parsing needs none. */
export type Profiler = (description: string, signal: AbortSignal) => Promise<ProposedProfile>;

/** Proposes by parsing alone. */
export const parsingProfiler: Profiler = async (description) => parsedProfile(description);

/** What a business sells and for whom stands at the start. */
const longestRead = 2_000;
const excluded = String.raw`\bnot (?:made |built |meant |suitable )?for`;
const exclusions = new RegExp(String.raw`${excluded}[^.;!?\n]*`, 'gi');
/** People stand in lists too: "freelancers and small studios". */
const notFor = new RegExp(
  String.raw`(?:${excluded}|\bexcept for)\s+([^.,;:!?()\n]{2,120}?)(?=\s*(?:[.,;:!?()\n]|\s[-–—]\s|$)|\s(?:who|that|which|but|so|because|while|when|without|instead|at an?)\s)`,
  'gi',
);

/**
 * The fields that a description states, in its own words. A field that it does not state is empty: a wrong guess costs
 * the user more than an empty field.
 */
export function parsedProfile(description: string): ProposedProfile {
  const text = evenText(description.slice(0, longestRead));
  const positive = text.replace(exclusions, ' ');
  const sentences = sentencesOf(positive);
  const usual = sentences.flatMap((sentence) => usualIn(sentence)?.faults ?? []);
  const offer = offerOf(sentences);
  return {
    offer,
    audience: audienceOf(positive, sentences),
    problems: items([...problemsOf(positive, sentences, offer), ...usual]),
    alternatives: items(alternativesOf(text, sentences)),
    notFor: items([...text.matchAll(notFor)].map(([, whom = '']) => whom)),
    ...placeIn(description),
  };
}
