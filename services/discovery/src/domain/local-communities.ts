import { type Home, homeIn, placeSeenFrom } from '@earshot/text/places';
import { z } from 'zod';
import json from './catalogue/local-communities.json' with { type: 'json' };
import { membersText } from './catalogue/community.ts';
import type { SuggestedCommunity } from './suggestions.ts';

/** Where people of a city or a country talk to each other. `members` as in the catalogue. */
const listed = z.array(
  z.strictObject({
    name: z.string().regex(/^[A-Za-z0-9_]{2,21}$/),
    place: z.string(),
    members: z.int().positive().nullable(),
  }),
);

interface LocalCommunity extends Omit<z.infer<typeof listed>[number], 'place'> {
  readonly home: Home;
}

/** More would take the places of those about the subject. */
const mostLocal = 2;

let made: readonly LocalCommunity[] | undefined;

/** Made at the first use, because the list of places is. */
export function allLocalCommunities(): readonly LocalCommunity[] {
  return (made ??= listed.parse(json).map(({ name, place, members }) => {
    const home = homeIn(place);
    if (home === null) throw new Error(`${name} is for no known place: ${place}`);
    return { name, members, home };
  }));
}

/** Up to two communities of the place where a business works, the best first: for the same place, then by members. */
export function localCommunities(location: string): SuggestedCommunity[] {
  const home = homeIn(location);
  if (home === null) return [];
  const isSame = (one: LocalCommunity) => one.home.places.some((place) => home.places.includes(place));
  const near = allLocalCommunities().filter((one) => placeSeenFrom(home, one.home.places) === 'inside');
  const sorted = near.toSorted(
    (a, b) =>
      Number(isSame(b)) - Number(isSame(a)) || (b.members ?? 0) - (a.members ?? 0) || (a.name < b.name ? -1 : 1),
  );
  return sorted.slice(0, mostLocal).map(({ name, members, home: { label } }) => ({
    name,
    category: 'Local',
    description: `People in ${label} ask each other about everyday life there.`,
    members: membersText(members),
    relevance: 'medium',
    reason: `People in ${label} ask there for local recommendations.`,
  }));
}

/** The communities about the subject, and those of the place behind them, which then keep their room. */
export function withLocal(
  fitting: readonly SuggestedCommunity[],
  location: string | undefined,
  most: number,
): SuggestedCommunity[] {
  const local = location === undefined ? [] : localCommunities(location);
  const names = new Set(local.map(({ name }) => name));
  const others = fitting.filter(({ name }) => !names.has(name));
  return [...others.slice(0, most - local.length), ...local];
}
