import type { SourceId } from '@earshot/proto/values';
import { z } from 'zod';

/** The source whose communities the catalogue lists. */
export const catalogueSource = 'reddit' satisfies SourceId;

/** The categories of the catalogue; the first ones have the names of the picker's presets. */
export const categories = [
  'Business & Startup',
  'Marketing & Growth',
  'Technology & SaaS',
  'E-commerce & Sales',
  'Finance & Investment',
  'Design & Creative',
  'Programming',
  'Data & AI',
  'IT & Security',
  'Photo & Video',
  'Music & Audio',
  'Writing & Books',
  'Law, Tax & Insurance',
  'Real Estate',
  'Careers & Work',
  'Home & Garden',
  'Fitness & Sports',
  'Health & Wellness',
  'Food & Drink',
  'Parenting & Family',
  'Pets & Animals',
  'Education & Languages',
  'Travel & Outdoors',
  'Fashion & Beauty',
  'Consumer Tech',
  'Gaming',
  'Cars & Transport',
  'Hobbies & Crafts',
  'Life & Relationships',
  'Productivity & Self-Improvement',
] as const;
export type Category = (typeof categories)[number];

/** An entry of `communities.json`; all texts are our own. */
export const entrySchema = z
  .strictObject({
    /** The name without a prefix of its source. */
    name: z.string().regex(/^[A-Za-z0-9_]{2,21}$/),
    /** Members on the date `membersCounted`; null when unknown. */
    members: z.int().positive().nullable(),
    /** The members; completes the sentence "Most likely found among ...". */
    audience: z.string().min(1),
    /** Search words for the subjects of the community. */
    words: z.string().min(1),
    /** One sentence about the members and their questions. */
    description: z.string().min(1),
  })
  .readonly();
export type CatalogueEntry = z.infer<typeof entrySchema>;

export interface Community extends CatalogueEntry {
  readonly category: Category;
}

/**
 * The date of the member counts. They come from a public list of 11 March 2021 under the MIT licence (github
 * ihiggins/reddit-scrape). Only its numbers are used.
 */
export const membersCounted = 'Mar 2021';

/** Formats `1.2M (Mar 2021)`: K from a thousand, M from a million, one decimal. */
export function membersText(members: number | null, counted: string): string {
  if (members === null) return 'members not known';
  // 999,950 would round to 1000.0K.
  if (members >= 999_950) return `${(members / 1_000_000).toFixed(1)}M (${counted})`;
  return `${members >= 1_000 ? `${(members / 1_000).toFixed(1)}K` : members} (${counted})`;
}
