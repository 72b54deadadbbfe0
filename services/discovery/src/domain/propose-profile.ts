import type { ProposedProfile } from '@earshot/proto/http/discovery';
import { alternativeCandidates, bestAlternatives } from './profile/alternatives.ts';
import { audienceCandidates, bestAudience } from './profile/audience.ts';
import { type Judge, noRoles } from './profile/judge.ts';
import { offerOf } from './profile/offer.ts';
import { bestProblems, problemCandidates } from './profile/problems.ts';
import { excluded, type Reading, readingOf } from './profile/reading.ts';
import { evenText, items } from './profile/sentences.ts';
import { placeIn } from './propose-place.ts';

/** Proposes profile fields for a description. Never fails because of a model, since parsing needs none. */
export type Profiler = (description: string, signal: AbortSignal) => Promise<ProposedProfile>;

/** Judges texts, or undefined if no encoder works. */
export type JudgeTexts = (texts: readonly string[]) => Promise<Judge | undefined>;

/** Proposes by parsing, and by the meaning of the parts. */
export function parsingProfiler(judgeTexts: JudgeTexts): Profiler {
  return async (description) => {
    const reading = readingOf(description);
    const candidates = candidatesIn(reading);
    const texts = Object.values(candidates).flatMap((all) => all.map(({ text, judged = text }) => judged));
    return profileOf(description, reading, candidates, (await judgeTexts([...new Set(texts)])) ?? unknown);
  };
}

const unknown: Judge = () => noRoles;

/** Proposes by words alone. */
export function parsedProfile(description: string): ProposedProfile {
  const reading = readingOf(description);
  return profileOf(description, reading, candidatesIn(reading), unknown);
}

/** People stand in lists too: "freelancers and small studios". */
const notFor = new RegExp(
  String.raw`(?:${excluded}|\bexcept for)\s+([^.,;:!?()\n]{2,120}?)(?=\s*(?:[.,;:!?()\n]|\s[-–—]\s|$)|\s(?:who|that|which|but|so|because|while|when|without|instead|at an?)\s)`,
  'gi',
);

const candidatesIn = (reading: Reading) => ({
  audience: audienceCandidates(reading),
  problems: problemCandidates(reading),
  alternatives: alternativeCandidates(reading),
});

/**
 * The fields that a description states, in its own words. A field that it does not state is empty: a wrong guess costs
 * the user more than an empty field.
 */
function profileOf(
  description: string,
  reading: Reading,
  candidates: ReturnType<typeof candidatesIn>,
  judge: Judge,
): ProposedProfile {
  const audience = bestAudience(candidates.audience, judge);
  // "Small agencies wait for their money" are the customers.
  const isCustomer = (thing: string) => ` ${audience.toLowerCase()} `.includes(` ${thing.toLowerCase()} `);
  const alternatives = items(bestAlternatives(candidates.alternatives, judge).filter((one) => !isCustomer(one)));
  const isAlternative = (text: string) => alternatives.some((one) => one.toLowerCase() === text.toLowerCase());
  const text = evenText(description.slice(0, 2000));
  return {
    offer: offerOf(reading),
    audience,
    problems: items(bestProblems(candidates.problems, judge).filter((one) => !isAlternative(one))),
    alternatives,
    notFor: items([...text.matchAll(notFor)].map(([, whom = '']) => whom)),
    ...placeIn(description),
  };
}
