import { featuresOf, type WordFeature } from './features.ts';
import type { Match } from './matching.ts';
import { type Reading, rulePartsOf } from './parts.ts';
import { readPost } from './post-reading.ts';
import type { Business, Post, ScorePart } from './scorer.ts';
import { signsOf } from './signs.ts';
import { type KnownWordings, type Writing, writingOf } from './wording.ts';

/** Everything that the keyless scorer knows about a post before it weighs it. */
export interface Examined {
  readonly reading: Reading;
  /** The parts by fixed rules. Their points are features: the learned weights decide what they count. */
  readonly ruleParts: readonly ScorePart[];
  readonly match: Match;
  readonly writing: Writing;
  readonly features: Readonly<Record<WordFeature, number>>;
}

/**
 * Examines a post for a business. Pure; the same for the scorer and for learning its weights. The scorer names the
 * wordings that have a weight, and learning wants all.
 */
export function examine(business: Business, post: Post, known?: KnownWordings): Examined {
  const { title, body, tokens, profile, fit, needs } = readPost(business, post);
  const signs = signsOf(title.text, body.text, needs());
  const reading: Reading = { text: { title, selftext: body }, tokens, profile, fit, signs };
  const ruleParts = rulePartsOf(reading);
  const match = profile.match({ title: title.text, body: body.text, tokens });
  const writing = writingOf(title.text, body.text, known);
  const features = featuresOf({ parts: ruleParts, fit, match, writing });
  return { reading, ruleParts, match, writing, features };
}
