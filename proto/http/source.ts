import { z } from 'zod';
import { communityNouns, sourceIds } from '../values.ts';
import { choice } from './contract.ts';

/** Room for the address of a post with its title, which names its community too. */
const longestName = 500;
const needName = 'A community name is required';

/** A community as a user typed it. Its source parses it and answers 400 with the source's message. */
export const communityInput = z
  .string({ error: needName })
  .trim()
  .min(1, needName)
  .max(longestName, `A community name has at most ${longestName} characters`);

/** Names the source in a call. If absent, the first source of this installation is used. */
export const sourceInput = choice('source', sourceIds);

/** Why a site does not say whether a community exists. */
export const sourceErrors = ['source.rate-limited', 'source.unavailable', 'source.refused'] as const;

/** A community to watch. */
export const communityForm = z.object({
  name: communityInput,
  source: sourceInput.optional(),
  isActive: z.boolean('isActive must be true or false').default(true),
});

/** The source of a community or post, with its display name. */
export const sourceView = {
  source: z.string(),
  sourceLabel: z.string(),
};

/**
 * The display values of a community, in addition to its name. Clients show `communityLabel` and do not format names.
 */
export const communityView = {
  ...sourceView,
  communityLabel: z.string(),
};

/** A post's author for display, in addition to the bare name. */
export const authorView = { authorLabel: z.string() };

/** A source of this installation, for source pickers and message composers. */
export const sourceInUse = z.object({
  id: z.string(),
  label: z.string(),
  /** True if the sandbox invents its posts. */
  sample: z.boolean(),
  /** The word for one of its communities in texts for users. */
  communityNoun: z.enum(communityNouns),
  /** Placeholder of an empty name field, for example `r/startups`. */
  nameHint: z.string(),
  /** Whether communities can be searched by words. */
  searches: z.boolean(),
  /** Communities to offer before a search. */
  suggestions: z.array(z.object({ name: z.string(), ...communityView })),
  /**
   * The kinds of message that can be sent through a linked account. If empty, no account can be linked, and people copy
   * the text and open the post.
   */
  sends: z.array(z.enum(['dm', 'comment'])),
  /** Whether posts from before a community was added cannot be read. */
  onlyNew: z.boolean(),
  /** Shown before a draft is written for a site that does not welcome offers; null for others. */
  offersNote: z.string().nullable(),
});
export type SourceInUse = z.infer<typeof sourceInUse>;
