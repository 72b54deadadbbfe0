import { sourceDefinition } from '@earshot/sources';
import type { SourceId } from '@earshot/proto/values';
import { z } from 'zod';
import { categories, type Community } from './community.ts';
import json from './places.json' with { type: 'json' };

/** An entry of `places.json`; all texts are our own. */
export const placeSchema = z
  .strictObject({
    source: z.enum(['stack-exchange', 'discourse', 'feed'] satisfies SourceId[]),
    /** A name that the source's parser accepts. Of a forum, which is searched, its address. */
    name: z.string().min(1),
    /** What people call it. */
    title: z.string().min(1).max(60),
    category: z.enum(categories),
    /** As of the communities. */
    audience: z.string().min(1),
    words: z.string().min(1),
    description: z.string().min(1),
    /** The public page or repository that shows that it exists and that everybody can read it. */
    provenance: z.url({ protocol: /^https$/ }),
  })
  .readonly();
export type Place = z.infer<typeof placeSchema>;

/** Hand-picked forums, tags and feeds that need no key, by what people call them. */
export const places: ReadonlyMap<string, Place> = new Map(
  z
    .array(placeSchema)
    .parse(json)
    .map((place) => [place.title, place]),
);

/** The places in the form that rankings compare. */
export const placesAsCommunities: readonly Community[] = [...places.values()].map(
  ({ title, category, audience, words, description }) => ({
    name: title,
    members: null,
    category,
    audience,
    words,
    description,
  }),
);

/** The community of a place: a forum is searched for `words`. Null if it can only be searched, and there are none. */
export function communityOf(
  { source, name }: Place,
  words: string | undefined,
): { source: SourceId; name: string } | null {
  const typed = source === 'discourse' ? `${name} ${words ?? ''}` : name;
  const parsed = sourceDefinition(source)?.community.parse(typed);
  return parsed !== undefined && 'name' in parsed ? { source, name: parsed.name } : null;
}
