import type { OutboxFields } from '@earshot/service-kit';
import type { RemovedBy } from '@earshot/sources';
import type { Model } from 'mongoose';

/** A cached post, shared by the scans of all users. */
export interface PostDocument extends Partial<OutboxFields> {
  /** The key of the post, unique across sources. */
  _id: string;
  source: string;
  /** The post comes from the sandbox. */
  sample: boolean;
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
