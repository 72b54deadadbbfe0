import { sampledSource, type SourceId } from '@earshot/proto/values';
import type { Source, Sources } from '@earshot/sources';
import { z } from 'zod';

/** The source whose communities the catalogue lists. */
export const catalogueSource = sampledSource;

/** Whether the catalogue's communities may be those of a source: of the sampled site, and of the sandbox, which has some of them. */
export function hasCatalogue(source: string): boolean {
  return source === catalogueSource || source === 'sample';
}

/** The source in use that has the catalogue's communities: the sampled one, or else the sandbox. */
export function catalogueSite({ all }: Pick<Sources, 'all'>): Source | undefined {
  const named = (id: SourceId) => all.find(({ definition }) => definition.id === id);
  return named(catalogueSource) ?? named('sample');
}

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
    /**
     * Members on 11 March 2021, from a public list under the MIT licence (github ihiggins/reddit-scrape), of which only
     * the numbers are used; null when unknown.
     */
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

const sizes = [1, 2, 5].flatMap((n) => [3, 4, 5, 6, 7].map((zeros) => n * 10 ** zeros)).sort((a, b) => b - a);

/**
 * The size of a community in words, such as `over 500K members`: the largest step of 1, 2 and 5 below the count. The
 * catalogue's counts are from 2021 and the source's are from today; in steps they can stand in one list.
 */
export function membersText(members: number | null): string {
  if (members === null) return 'size not known';
  const least = sizes.find((size) => size < members);
  if (least === undefined) return 'up to 1K members';
  return least >= 1_000_000 ? `over ${least / 1_000_000}M members` : `over ${least / 1_000}K members`;
}
