import type { OutgoingEvent } from '@earshot/event-bus';
import { hasAuthor } from '@earshot/proto/http/lead';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { DescribedPost } from './found-post.ts';
import { type LeadPost, type Place, postKey } from './lead.ts';
import { originalOf, placeOf, type WrittenPost } from './same-post.ts';

/** The lead queries and writes that copies need. */
export interface CopyRepository {
  /** The user's leads by these authors, oldest first. */
  writtenBy(userId: UserId, authors: readonly string[]): Promise<WrittenPost[]>;
  /** The id of the lead of the post `of` if the lead does not have the place yet, else null. */
  leadWithout(userId: UserId, of: LeadPost, place: Place): Promise<string | null>;
  /** Adds the place to the lead with its event in one write, unless the lead has it. */
  addPlace(userId: UserId, leadId: LeadId, place: Place, event: OutgoingEvent): Promise<void>;
}

interface CopyDependencies {
  readonly leads: CopyRepository;
  readonly leadPlaceAdded: (userId: UserId, leadId: LeadId) => OutgoingEvent;
}

/** A post that repeats a lead. */
export interface Copy {
  readonly of: LeadPost;
  readonly place: Place;
}

/** The posts that repeat leads of their authors, by `postKey`. */
export async function copiesAmong(
  userId: UserId,
  posts: readonly DescribedPost[],
  deps: CopyDependencies,
): Promise<ReadonlyMap<string, Copy>> {
  const copies = new Map<string, Copy>();
  const authors = [...new Set(posts.filter(hasAuthor).map(({ author }) => author))];
  const written = authors.length === 0 ? [] : await deps.leads.writtenBy(userId, authors);
  for (const post of posts) {
    const of = originalOf(post, written);
    if (of !== undefined) copies.set(postKey(post), { of, place: placeOf(post) });
  }
  return copies;
}

/** Adds the place of a copy to its lead, once. */
export async function addPlace(userId: UserId, { of, place }: Copy, deps: CopyDependencies): Promise<void> {
  const leadId = await deps.leads.leadWithout(userId, of, place);
  if (leadId !== null) await deps.leads.addPlace(userId, leadId, place, deps.leadPlaceAdded(userId, leadId));
}
