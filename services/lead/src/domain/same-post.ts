import { hasAuthor } from '@earshot/proto/http/lead';
import { isSameText } from '@earshot/text';
import type { Lead, Place, LeadPost } from './lead.ts';

/** The facts that identify a found post as a copy of a lead that was posted elsewhere. */
export type WrittenPost = LeadPost &
  Pick<Lead, 'author' | 'title' | 'content' | 'postCreatedAt'> & { readonly alsoIn: readonly LeadPost[] };

const daysApart = 30;

/**
 * The post that `found` repeats: one by the same known author, in any community or source, with nearly the same text, at
 * most 30 days apart. A post that was once recognised stays a copy after it is edited.
 */
export function originalOf<W extends WrittenPost>(
  found: Omit<WrittenPost, 'alsoIn'>,
  written: readonly W[],
): W | undefined {
  if (!hasAuthor(found)) return undefined;
  return written.find(
    (one) =>
      one.author === found.author &&
      !isSamePost(one, found) &&
      (one.alsoIn.some((place) => isSamePost(place, found)) ||
        (isNear(one, found) && isSameText(textOf(one), textOf(found)))),
  );
}

/** Where a copy of a lead was posted. */
export function placeOf({ source, postId, community, url, postCreatedAt }: Place): Place {
  return { source, postId, community, url, postCreatedAt };
}

function isSamePost(one: LeadPost, other: LeadPost): boolean {
  return one.postId === other.postId && one.source === other.source;
}

function isNear(one: Pick<Lead, 'postCreatedAt'>, other: Pick<Lead, 'postCreatedAt'>): boolean {
  return Math.abs(one.postCreatedAt.getTime() - other.postCreatedAt.getTime()) <= daysApart * 86_400_000;
}

function textOf({ title, content }: Pick<Lead, 'title' | 'content'>): string {
  return `${title}\n${content}`;
}
