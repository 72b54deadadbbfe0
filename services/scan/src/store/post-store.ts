import type { CommunityPost } from '@earshot/sources';
import { duplicateKeyFields, duplicateKeyPositions, upsertAtLast } from '@earshot/service-kit';
import { createHash } from 'node:crypto';
import { sourceOfOldData } from '@earshot/sources';
import type { ScannedCommunity } from '../domain/community.ts';
import { communityKey, postKey } from '../domain/keys.ts';
import { summaryOf } from '../domain/summary.ts';
import type { CachedPost, FeedStore, Origin, PostCache, PostWindow } from '../domain/ports.ts';
import type { FeedModel, PostDocument, PostModel } from './post-schema.ts';

/** Twice the interval of complete reads, so that no post expires while a scan uses it. */
const keepMs = 48 * 3_600_000;

/** The shared cache of posts in MongoDB. A post expires `keepMs` after it was last read. */
export function postCache(model: PostModel): PostCache {
  return {
    put: async (posts, { source, sample }, now) => {
      if (posts.length === 0) return;
      const documents = posts.map((post) => documentOf(post, { source, sample }, now));
      const fields = { contentHash: 1, communityKey: 1 };
      const stored = await model.find({ _id: { $in: documents.map(({ _id }) => _id) } }, fields).lean();
      const hashes = new Map(stored.map(({ _id, contentHash }) => [_id, contentHash]));
      const fresh = documents.filter(({ _id }) => !hashes.has(_id));
      const changed = documents.filter(({ _id, contentHash }) => (hashes.get(_id) ?? contentHash) !== contentHash);
      // Another process may store the same post at the same time. If a source wrongly gives two posts the same URL, the
      // first one is kept.
      const rejected = fresh.length === 0 ? [] : await insertNew(model, fresh);
      // Another community may have listed the post first, so the stored community is not overwritten.
      for (const { _id, communityKey: _key, subreddit: _name, ...changes } of changed)
        await model.updateOne({ _id }, { $set: changes }).catch(keepOther);
      const keys = new Map(stored.map(({ _id, communityKey }) => [_id, [communityKey].flat()]));
      const unlisted = documents.filter(({ _id, communityKey: key }) => !(keys.get(_id) ?? [key]).includes(key));
      await listIn(model, [...unlisted, ...rejected]);
      const { fetchedAt, expiresAt } = lifeFrom(now);
      if (stored.length > 0)
        await model.updateMany(
          { _id: { $in: [...hashes.keys()] } },
          { $set: { fetchedAt, expiresAt, source, sample } },
        );
    },
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
      const found = await model.find({ _id: { $in: posts.map(postKey) } }).lean<PostDocument[]>();
      return found.map(postOf);
    },
    findIn: (communities, id) => findIn(model, communities, id),
  };
}

async function findIn(model: PostModel, communities: readonly ScannedCommunity[], id: string) {
  const keys = new Set(communities.map(({ source }) => postKey({ source, id })));
  const found = await model.find({ _id: { $in: [...keys] } }).lean<PostDocument[]>();
  for (const community of communities) {
    const listed = found.find((document) => isListedIn(community, document));
    if (listed !== undefined) return postIn(community, listed);
  }
  return null;
}

/** Resolves to the posts that another process stored first. */
async function insertNew(model: PostModel, fresh: readonly PostDocument[]): Promise<readonly PostDocument[]> {
  const inserted = model.insertMany(fresh, { ordered: false, lean: true });
  const positions = await inserted.then(() => []).catch(duplicateKeyPositions);
  return positions.flatMap((at) => fresh[at] ?? []);
}

/** Adds the community to posts that were stored for other communities. */
async function listIn(model: PostModel, documents: readonly PostDocument[]): Promise<void> {
  for (const [key, listed] of Map.groupBy(documents, ({ communityKey: own }) => own)) {
    const keys = { $cond: [{ $isArray: '$communityKey' }, '$communityKey', ['$communityKey']] };
    const update = [{ $set: { communityKey: { $setUnion: [keys, [{ $literal: key }]] } } }];
    await model.updateMany({ _id: { $in: listed.map(({ _id }) => _id) } }, update, { updatePipeline: true });
  }
}

/** Another post has this URL: that post stays and this change is discarded. */
function keepOther(error: unknown): void {
  if (duplicateKeyFields(error) === null) throw error;
}

function olderFilter(community: ScannedCommunity, cutoff: Date) {
  return { ...readFrom(community), postCreatedAt: { $lte: cutoff } };
}

/** Separates sample posts from posts of the site. Posts from earlier versions, without `sample`, match both. */
function readFrom(community: ScannedCommunity) {
  return { communityKey: communityKey(community), sample: { $ne: !community.sample } };
}

/** `readFrom` for a document that was read. */
function isListedIn(community: ScannedCommunity, { communityKey: keys, sample = community.sample }: PostDocument) {
  return [keys].flat().includes(communityKey(community)) && sample === community.sample;
}

/** The range for the index. `olderThan` separates posts of the same time. */
function windowFilter(community: ScannedCommunity, floor: Date, after: PostWindow['after']) {
  const range = after === null ? { $gt: floor } : { $gt: floor, $lte: after.createdAt };
  return { ...readFrom(community), postCreatedAt: range };
}

function olderThan(after: PostWindow['after']) {
  return after === null ? {} : { $or: [{ postCreatedAt: { $lt: after.createdAt } }, { _id: { $lt: postKey(after) } }] };
}

function lifeFrom(now: Date) {
  return { fetchedAt: now, expiresAt: new Date(now.getTime() + keepMs) };
}

function documentOf(
  post: CommunityPost,
  { source, sample }: Origin,
  now: Date,
): PostDocument & { readonly communityKey: string } {
  return {
    _id: postKey({ source, id: post.id }),
    source,
    sample,
    url: post.url,
    title: post.title,
    content: post.selftext,
    summary: summaryOf(post.selftext),
    author: post.author,
    subreddit: post.subreddit,
    communityKey: communityKey({ source, name: post.subreddit }),
    score: post.score,
    comments: post.comments,
    ...(post.official && { official: true as const }),
    contentHash: createHash('sha256').update(`${post.title}\0${post.selftext}`).digest('base64url').slice(0, 22),
    postCreatedAt: post.createdAt,
    ...lifeFrom(now),
  };
}

/** If several communities list a post, a scan sees the post as one of the community that it scans. */
function postIn({ name }: ScannedCommunity, document: PostDocument): CachedPost {
  const post = postOf(document);
  return Array.isArray(document.communityKey) ? { ...post, subreddit: name } : post;
}

function postOf(document: PostDocument): CachedPost {
  const { source = sourceOfOldData, sample = false } = document;
  return {
    source,
    sample,
    id: source === sourceOfOldData ? document._id : document._id.slice(source.length + 1),
    subreddit: document.subreddit,
    title: document.title,
    selftext: document.content,
    author: document.author,
    url: document.url,
    score: document.score,
    comments: document.comments,
    ...(document.official && { official: true as const }),
    createdAt: document.postCreatedAt,
    contentHash: document.contentHash,
    summary: document.summary ?? summaryOf(document.content),
  };
}

/** Stores in MongoDB how far communities have been read. A feed that was read from the sandbox does not apply to the site. */
export function feedStore(model: FeedModel): FeedStore {
  return {
    find: async (community) => {
      const found = await model.findById(communityKey(community)).lean();
      if (found === null || (found.sample ?? community.sample) !== community.sample) return null;
      const { headFetchedAt, fullFetchedAt, newestAt } = found;
      return { headFetchedAt, fullFetchedAt, newestAt };
    },
    save: async (community, feed) => {
      const { source, sample } = community;
      const update = { $set: { ...feed, source, sample } };
      await upsertAtLast(() => model.updateOne({ _id: communityKey(community) }, update, { upsert: true }).exec());
    },
  };
}
