import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import { PostRemover } from '@earshot/proto/events';
import type { RemovedBy } from '@earshot/sources';
import type { PostRef } from '@earshot/proto/refs';
import { postKey } from '../domain/keys.ts';

/** A post that is no longer at its site. */
export interface Removal {
  readonly id: string;
  readonly by: RemovedBy;
}

/** Creates the events about posts. They concern no user, name the post and carry none of its words. */
export interface PostEvents {
  edited(post: PostRef): OutgoingEvent;
  removed(post: PostRef, by: RemovedBy): OutgoingEvent;
}

const removers: Readonly<Record<RemovedBy, PostRemover>> = {
  author: PostRemover.AUTHOR,
  moderator: PostRemover.MODERATOR,
  site: PostRemover.SITE,
  unknown: PostRemover.UNSPECIFIED,
};

export function postEvents(event: (facts: EventFacts) => OutgoingEvent): PostEvents {
  const about = (post: PostRef, payload: EventFacts['payload']) => event({ payload, userId: '', key: postKey(post) });
  return {
    edited: (post) => about(post, { case: 'postEdited', value: { source: post.source, postId: post.id } }),
    removed: (post, by) =>
      about(post, { case: 'postRemoved', value: { source: post.source, postId: post.id, by: removers[by] } }),
  };
}
