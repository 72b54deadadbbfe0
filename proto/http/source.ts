import { z } from 'zod';
import { sourceIds } from '../values.ts';
import { choice } from './contract.ts';

/** Longest canonical name of a community, of any source. */
const longestName = 100;
const needName = 'A community name is required';

/** A community as somebody typed it; its source parses it and answers 400 in its own words. */
export const communityInput = z
  .string({ error: needName })
  .trim()
  .min(1, needName)
  .max(longestName, `A community name has at most ${longestName} characters`);

/** Names a source in a call; absent: the first source of this installation. */
export const sourceInput = choice('source', sourceIds);

/** A community to watch. */
export const communityForm = z.object({
  name: communityInput,
  source: sourceInput.optional(),
  isActive: z.boolean('isActive must be true or false').default(true),
});

/** Whose community or post it is, and how people read that. `sample`: it comes from the sandbox. */
export const sourceView = {
  source: z.string(),
  sourceLabel: z.string(),
};

/** A community beside its name: clients show `communityLabel` and format nothing themselves. */
export const communityView = {
  ...sourceView,
  communityLabel: z.string(),
};

/** A post's author beside the bare name. */
export const authorView = { authorLabel: z.string() };

/** A source of this installation, for pickers and composers. */
export const sourceInUse = z.object({
  id: z.string(),
  label: z.string(),
  /** The sandbox stands in for it. */
  sample: z.boolean(),
  /** What the field for a name shows while it is empty, as in `r/startups`. */
  nameHint: z.string(),
  /** Whether communities can be searched by words. */
  searches: z.boolean(),
  /** Communities to offer before anybody searches. */
  suggestions: z.array(z.object({ name: z.string(), ...communityView })),
  /** What can be sent through a linked account; empty: people copy and open the post. */
  sends: z.array(z.enum(['dm', 'comment'])),
});
export type SourceInUse = z.infer<typeof sourceInUse>;
