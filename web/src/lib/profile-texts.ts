import type { BusinessProfile } from '@earshot/proto/http/lead';
import { limits, longest } from '@earshot/proto/limits';

/** A business profile as a form shows it: lists as texts with one entry a line. */
export type ProfileTexts = { [K in keyof BusinessProfile]: BusinessProfile[K] extends boolean ? boolean : string };

const lists = ['problems', 'alternatives', 'notFor', 'targetKeywords', 'excludedKeywords'] as const;

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Missing fields are empty. */
export function profileTexts(saved: { [K in keyof BusinessProfile]?: BusinessProfile[K] | null }): ProfileTexts {
  const text = (list: readonly string[] | null | undefined) => (list ?? []).join('\n');
  return {
    offer: saved.offer ?? '',
    audience: saved.audience ?? '',
    problems: text(saved.problems),
    alternatives: text(saved.alternatives),
    notFor: text(saved.notFor),
    targetKeywords: text(saved.targetKeywords),
    excludedKeywords: text(saved.excludedKeywords),
    location: saved.location ?? '',
    servesOnlyThere: saved.servesOnlyThere ?? false,
  };
}

/** The profile as it is saved, without empty lines and repetitions. */
export function profileOf(texts: ProfileTexts): BusinessProfile {
  return {
    offer: texts.offer.trim(),
    audience: texts.audience.trim(),
    problems: linesOf(texts.problems),
    alternatives: linesOf(texts.alternatives),
    notFor: linesOf(texts.notFor),
    targetKeywords: linesOf(texts.targetKeywords),
    excludedKeywords: linesOf(texts.excludedKeywords),
    location: texts.location.trim(),
    servesOnlyThere: texts.servesOnlyThere,
  };
}

/** Some fields of a form with the texts of a profile, as they are saved. */
export function withProfile<T extends Partial<ProfileTexts>>(
  change: T,
): Omit<T, keyof ProfileTexts> & Partial<BusinessProfile> {
  const {
    offer,
    audience,
    problems,
    alternatives,
    notFor,
    targetKeywords,
    excludedKeywords,
    location,
    servesOnlyThere,
    ...rest
  } = change;
  return {
    ...rest,
    ...(offer !== undefined && { offer: offer.trim() }),
    ...(audience !== undefined && { audience: audience.trim() }),
    ...(problems !== undefined && { problems: linesOf(problems) }),
    ...(alternatives !== undefined && { alternatives: linesOf(alternatives) }),
    ...(notFor !== undefined && { notFor: linesOf(notFor) }),
    ...(targetKeywords !== undefined && { targetKeywords: linesOf(targetKeywords) }),
    ...(excludedKeywords !== undefined && { excludedKeywords: linesOf(excludedKeywords) }),
    ...(location !== undefined && { location: location.trim() }),
    ...(servesOnlyThere !== undefined && { servesOnlyThere }),
  };
}

/** Errors by field: too many lines, or a line that is too long. */
export function checkProfile(texts: ProfileTexts): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const name of lists) {
    const lines = linesOf(texts[name]);
    if (lines.length > limits.keywords.most) errors[name] = `At most ${limits.keywords.most} lines fit here`;
    else if (lines.some((line) => line.length > longest.profileEntry))
      errors[name] = `A line has at most ${longest.profileEntry} characters`;
  }
  return errors;
}
