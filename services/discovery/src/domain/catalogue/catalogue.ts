import { z } from 'zod';
import communities from './communities.json' with { type: 'json' };
import type { Community } from './community.ts';
import { categories, entrySchema } from './community.ts';

const byCategory = z.record(z.enum(categories), z.array(entrySchema)).parse(communities);

/**
 * Communities worth suggesting, by hand: people there ask for what businesses offer. Left out are communities that are for
 * adults only, quarantined or closed, and those where people in distress support each other: nobody is to be sold to there.
 */
export const catalogue: readonly Community[] = categories.flatMap((category) =>
  byCategory[category].map((entry) => ({ ...entry, category })),
);
