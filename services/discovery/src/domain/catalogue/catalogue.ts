import { z } from 'zod';
import communities from './communities.json' with { type: 'json' };
import { categories, type Community, entrySchema } from './community.ts';

const byCategory = z.record(z.enum(categories), z.array(entrySchema)).parse(communities);

/**
 * Hand-picked communities whose members ask for services that businesses offer
 * (docs/decisions/0047-rank-communities-by-words.md). It excludes communities that are for adults only, quarantined or
 * closed, and those where people in distress support each other, because nobody should sell there.
 */
export const catalogue: readonly Community[] = categories.flatMap((category) =>
  byCategory[category].map((entry) => ({ ...entry, category })),
);
