import { duplicateKeyFields, duplicateKeyPositions, outboxPush } from '@earshot/service-kit';
import { type CommunityPost, type PostNow, type RemovedBy, sourceDefinition } from '@earshot/sources';
import { createHash } from 'node:crypto';
import { summaryOf } from '@earshot/core';
import type { PostModel } from './post-schema.ts';
import { recheckMs } from './recheck-store.ts';
import { communityKey, postKey, refIn } from '../domain/community.ts';
import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import { PostRemover } from '@earshot/proto/events';
import type { PostRef } from '@earshot/proto/refs';
import type { PostDocument } from '../store/post-store.ts';
import type { SourceHours } from '../store/source-hours.ts';

/** Writes the post cache. Ingest is the only one who does. */
export interface PostWriter {
  /**
   * Resolves with the ids of the known posts whose words changed. New posts arrive now, or count as arrived when they were
   * written.
   */
  put(
    posts: readonly CommunityPost[],
    source: string,
    now: Date,
    arrived?: 'now' | 'when-written',
  ): Promise<readonly string[]>;
  /** Its site shows a known post with these words: it stays in the cache as if it had been read. */
  confirm(source: string, post: { readonly id: string; readonly now: PostNow }, at: Date): Promise<void>;
  /** Deletes the words of the posts at once. What is left keeps other parts from storing the post again as new. */
  remove(source: string, removals: readonly Removal[], now: Date): Promise<void>;
}

/** Twice the interval of complete reads, so that no post expires while a scan uses it. */
export const keepMs = 48 * 3_600_000;

export interface PostWriterDeps {
  readonly model: PostModel;
  readonly events: PostEvents;
  /** Counts new posts for the health of their source. */
  readonly hours?: Pick<SourceHours, 'add'>;
  /** Called after writes with events. */
  readonly notify: () => void;
}

/**
 * The writing half of the shared cache of posts. A post expires `keepMs` after it was last read. A change of a post and its
 * event are one write.
 */
export function postWriter({ model, events, hours, notify }: PostWriterDeps): PostWriter {
  return {
    put: async (posts, source, now, arrived = 'now') => {
      if (posts.length === 0) return [];
      const documents = posts.map((post) => ({
        ...documentOf(post, source, now),
        arrivedAt: arrived === 'now' || post.createdAt > now ? now : post.createdAt,
      }));
      const fields = { contentHash: 1, communityKey: 1 };
      const stored = await model.find({ _id: { $in: documents.map(({ _id }) => _id) } }, fields).lean();
      const hashes = new Map(stored.map(({ _id, contentHash }) => [_id, contentHash]));
      const fresh = documents.filter(({ _id }) => !hashes.has(_id));
      const changed = documents.filter(({ _id, contentHash }) => (hashes.get(_id) ?? contentHash) !== contentHash);
      // Another process may store the same post at the same time. If a source wrongly gives two posts the same URL, the
      // first one is kept.
      const rejected = fresh.length === 0 ? [] : await insertNew(model, fresh);
      const isRejected = new Set(rejected.map(({ _id }) => _id));
      await hours?.add(
        source,
        fresh.filter(({ _id }) => !isRejected.has(_id)),
        now,
      );
      // Another community may have listed the post first, so the stored community is not overwritten.
      for (const { _id, communityKey: _key, subreddit: _name, arrivedAt: _at, ...changes } of changed)
        await changePost({ model, events, notify }, _id, changes);
      const keys = new Map(stored.map(({ _id, communityKey }) => [_id, [communityKey].flat()]));
      const unlisted = documents.filter(({ _id, communityKey: key }) => !(keys.get(_id) ?? [key]).includes(key));
      await listIn(model, [...unlisted, ...rejected]);
      if (stored.length > 0)
        await model.updateMany({ _id: { $in: [...hashes.keys()] } }, { $set: { ...lifeFrom(now, source), source } });
      return changed.map(({ _id }) => refIn(_id, source).id);
    },
    confirm: (source, post, at) => confirmPost({ model, events, notify }, { source, post, at }),
    remove: async (source, removals, now) => {
      for (const removal of removals) await removePost({ model, events, notify }, { source, removal, now });
    },
  };
}

/** Stores the new words of a post. Does nothing if another process stored them first, or if the post's new URL is taken. */
async function changePost(
  { model, events, notify }: PostWriterDeps,
  _id: string,
  changes: Partial<PostDocument> & Pick<PostDocument, 'source' | 'contentHash'>,
): Promise<void> {
  const event = events.edited(refIn(_id, changes.source));
  const update = { $set: changes, $unset: { removedBy: 1 as const }, ...outboxPush([event]) };
  try {
    const { matchedCount } = await model.updateOne({ _id, contentHash: { $ne: changes.contentHash } }, update);
    if (matchedCount > 0) notify();
  } catch (error) {
    if (duplicateKeyFields(error) === null) throw error;
  }
}

/** Stores what a site says about a known post now. Keeps what it does not say. */
async function confirmPost(
  deps: PostWriterDeps,
  {
    source,
    post,
    at,
  }: { readonly source: string; readonly post: { readonly id: string; readonly now: PostNow }; readonly at: Date },
): Promise<void> {
  const _id = postKey({ source: source, id: post.id });
  const stored = await deps.model.findById(_id).lean<PostDocument>();
  if (stored === null || stored.removedBy !== undefined) return;
  const { title = stored.title, selftext: content, score = stored.score, comments = stored.comments } = post.now;
  const words = { title, content, summary: summaryOf(content), contentHash: hashOf(title, content) };
  const figures = { score, comments, ...lifeFrom(at, source) };
  if (words.contentHash !== stored.contentHash) await changePost(deps, _id, { ...words, ...figures, source: source });
  await deps.model.updateOne({ _id }, { $set: figures, $unset: { missed: 1 } });
}

/** Removes the words of a post, also of one that has left the cache. A post that was removed before emits no event. */
async function removePost(
  { model, events, notify }: PostWriterDeps,
  { source, removal, now }: { readonly source: string; readonly removal: Removal; readonly now: Date },
): Promise<void> {
  const ref = { source: source, id: removal.id };
  const _id = postKey(ref);
  const nothing = { title: '', content: '', summary: '', author: '', contentHash: 'removed', communityKey: [] };
  const { fetchedAt, expiresAt } = lifeFrom(now, source);
  const gone = { source, ...nothing, url: `removed:${_id}`, removedBy: removal.by, fetchedAt, expiresAt };
  const onInsert = { subreddit: '', score: 0, comments: 0, postCreatedAt: now };
  const checks = { recheckAt: 1 as const, missed: 1 as const };
  const update = {
    $set: gone,
    $unset: checks,
    $setOnInsert: onInsert,
    ...outboxPush([events.removed(ref, removal.by)]),
  };
  try {
    await model.updateOne({ _id, removedBy: { $exists: false } }, update, { upsert: true });
    notify();
  } catch (error) {
    // It was removed before.
    if (duplicateKeyFields(error) === null) throw error;
  }
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

function hashOf(title: string, text: string): string {
  return createHash('sha256').update(`${title}\0${text}`).digest('base64url').slice(0, 22);
}

/** Posts that cannot be checked at their site are due when their words may no longer be kept. */
function lifeFrom(now: Date, source: string) {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const days = sourceDefinition(source)?.keepsWordsDays;
  const dueMs = days === undefined ? recheckMs : days * 24 * 3_600_000;
  return { fetchedAt: now, expiresAt: after(dueMs - recheckMs + keepMs), recheckAt: after(dueMs) };
}

function documentOf(
  post: CommunityPost,
  source: string,
  now: Date,
): Omit<PostDocument, 'arrivedAt'> & { readonly communityKey: string } {
  return {
    _id: postKey({ source, id: post.id }),
    source,
    url: post.url,
    title: post.title,
    content: post.selftext,
    summary: summaryOf(post.selftext),
    author: post.author,
    subreddit: post.community,
    communityKey: communityKey({ source, name: post.community }),
    score: post.score,
    comments: post.comments,
    ...(post.official && { official: true as const }),
    contentHash: hashOf(post.title, post.selftext),
    postCreatedAt: post.createdAt,
    ...lifeFrom(now, source),
  };
}

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
  age: PostRemover.AGE,
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
