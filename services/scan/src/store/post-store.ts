import type { CommunityRef } from '@earshot/proto/refs';
import { communityKey, postKey, refIn } from '../domain/community.ts';
import type { CachedPost, PostCache, PostWindow } from '../domain/ports.ts';
import type { OutboxFields } from '@earshot/service-kit';
import type { RemovedBy } from '@earshot/sources';
import type { Model } from 'mongoose';

/** The shared cache of posts in MongoDB. Only ingest writes it (`src/ingest`). */
export function postCache(model: PostReads): PostCache {
  return {
    page: async (community, window) => {
      const filter = { ...windowFilter(community, window.floor, window.after), ...olderThan(window.after) };
      const found = await model
        .find(filter)
        .sort({ postCreatedAt: -1, _id: -1 })
        .limit(window.limit)
        .lean<PostDocument[]>();
      return found.map((document) => postIn(community, document));
    },
    count: (community, floor) => model.countDocuments(windowFilter(community, floor, null)),
    countOlder: (community, cutoff) => model.countDocuments(olderFilter(community, cutoff)),
    older: async (community, cutoff, { skip, limit }) => {
      const found = model.find(olderFilter(community, cutoff)).sort({ postCreatedAt: -1, _id: -1 });
      return (await found.skip(skip).limit(limit).lean<PostDocument[]>()).map((document) =>
        postIn(community, document),
      );
    },
    find: async (posts) => {
      const found = await model
        .find({ _id: { $in: posts.map(postKey) }, removedBy: { $exists: false } })
        .lean<PostDocument[]>();
      return found.map(postOf);
    },
    removedAmong: async (posts) => {
      const removed = { _id: { $in: posts.map(postKey) }, removedBy: { $exists: true } };
      const found = await model.find(removed, { _id: 1 }).lean<Pick<PostDocument, '_id'>[]>();
      return new Set(found.map(({ _id }) => _id));
    },
    findIn: (communities, id) => findIn(model, communities, id),
    listed: async (community, ids) => {
      const keys = ids.map((id) => postKey({ source: community.source, id }));
      const found = await model
        .find({ _id: { $in: keys }, communityKey: communityKey(community) })
        .lean<PostDocument[]>();
      return found.map((document) => postIn(community, document));
    },
  };
}

async function findIn(model: PostReads, communities: readonly CommunityRef[], id: string) {
  const keys = new Set(communities.map(({ source }) => postKey({ source, id })));
  const found = await model.find({ _id: { $in: [...keys] } }).lean<PostDocument[]>();
  for (const community of communities) {
    const listed = found.find((document) => isListedIn(community, document));
    if (listed !== undefined) return postIn(community, listed);
  }
  return null;
}

function olderFilter(community: CommunityRef, cutoff: Date) {
  return { communityKey: communityKey(community), postCreatedAt: { $lte: cutoff } };
}

function isListedIn(community: CommunityRef, { communityKey: keys }: PostDocument) {
  return [keys].flat().includes(communityKey(community));
}

/** The range for the index. `olderThan` separates posts of the same time. */
function windowFilter(community: CommunityRef, floor: Date, after: PostWindow['after']) {
  const range = after === null ? { $gt: floor } : { $gt: floor, $lte: after.createdAt };
  return { communityKey: communityKey(community), postCreatedAt: range };
}

function olderThan(after: PostWindow['after']) {
  return after === null ? {} : { $or: [{ postCreatedAt: { $lt: after.createdAt } }, { _id: { $lt: postKey(after) } }] };
}

/** If several communities list a post, a scan sees the post as one of the community that it scans. */
function postIn({ name }: CommunityRef, document: PostDocument): CachedPost {
  const post = postOf(document);
  return Array.isArray(document.communityKey) ? { ...post, community: name } : post;
}

function postOf(document: PostDocument): CachedPost {
  const { source } = document;
  return {
    source,
    id: refIn(document._id, source).id,
    community: document.subreddit,
    title: document.title,
    selftext: document.content,
    author: document.author,
    url: document.url,
    score: document.score,
    comments: document.comments,
    ...(document.official && { official: true as const }),
    createdAt: document.postCreatedAt,
    arrivedAt: document.arrivedAt ?? document.postCreatedAt,
    contentHash: document.contentHash,
    summary: document.summary,
  };
}

/** A cached post, shared by the scans of all users. */
export interface PostDocument extends Partial<OutboxFields> {
  /** The key of the post, unique across sources. */
  _id: string;
  source: string;
  url: string;
  title: string;
  content: string;
  /** The beginning of the content. */
  summary: string;
  author: string;
  subreddit: string;
  /** The key of the community, unique across sources. An array of keys if several communities list the post. */
  communityKey: string | string[];
  score: number;
  comments: number;
  /** Absent unless the source marks the post as one of moderators. */
  official?: true;
  /** The post is no longer at its site, and its words are gone. */
  removedBy?: RemovedBy;
  contentHash: string;
  postCreatedAt: Date;
  /**
   * When it was stored first. If the older posts of its community were not known then, when it was written. Absent in posts
   * that were removed before they were stored.
   */
  arrivedAt?: Date;
  fetchedAt: Date;
  expiresAt: Date;
  /** When its site is asked what became of it, if somebody holds it. Absent in removed posts. */
  recheckAt?: Date;
  /** How often its site made no statement about it, in a row. */
  missed?: number;
}

/** What everybody but ingest may do with the collection. */
export type PostReads = Pick<Model<PostDocument>, 'find' | 'countDocuments'>;
