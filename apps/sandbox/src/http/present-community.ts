import type { Community } from '../domain/types.ts';
import type { Json } from './reply.ts';

/** A `t5` thing. */
export function presentCommunity(community: Community): Json {
  return {
    kind: 't5',
    data: {
      name: `t5_${community.id}`,
      id: community.id,
      display_name: community.name,
      display_name_prefixed: `r/${community.name}`,
      title: community.title,
      public_description: community.publicDescription,
      description: community.description,
      subscribers: community.subscribers,
      over18: false,
      subreddit_type: 'public',
      url: `/r/${community.name}/`,
      created_utc: community.createdAt,
    },
  };
}
