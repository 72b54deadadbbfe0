import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import type { EditedPosts } from '../domain/edited-posts.ts';

/** Marks the leads of a post that was edited after the user had contacted its author. New leads are judged again instead. */
export function onPostEdited({ edited, now }: { readonly edited: EditedPosts; readonly now: () => Date }) {
  return async ({ occurredAt, payload: { value } }: EventOf<'postEdited'>): Promise<void> => {
    const at = occurredAt === undefined ? now() : timestampDate(occurredAt);
    await edited.mark({ source: value.source, postId: value.postId }, at);
  };
}
