import type { JudgedFor, Lead, Place } from '../domain/lead.ts';
import { type LeadDocument, listKeysOf, type PlaceDocument } from './lead-schema.ts';

/** Converts a lead to its stored document. */
export function documentOf({ id, ...lead }: Lead): Omit<LeadDocument, 'outbox' | 'outboxAt'> {
  const { rating, alsoIn, judgedFor, withdrawn, removed, editedAt, isKept, postId, community, ...facts } = lead;
  const known = {
    ...(rating !== null && { rating }),
    ...judgedForFields(judgedFor),
    ...(withdrawn !== null && { withdrawn }),
    ...(removed !== null && { removed }),
    ...(editedAt !== null && { editedAt }),
    ...(isKept && { isKept }),
    ...(alsoIn.length > 0 && { alsoIn: alsoIn.map(placeDocumentOf) }),
  };
  return { ...facts, ...known, _id: id, redditPostId: postId, subreddit: community, ...listKeysOf(lead) };
}

/** Converts a place to its stored form. */
export function placeDocumentOf({ source, postId, community, url, postCreatedAt }: Place): PlaceDocument {
  return { source, redditPostId: postId, subreddit: community, url, postCreatedAt };
}

/** Converts a stored place. */
export function placeOfDocument({
  source,
  redditPostId: postId,
  subreddit: community,
  url,
  postCreatedAt,
}: PlaceDocument): Place {
  return { source, postId, community, url, postCreatedAt };
}

/** The stored fields of what a lead was judged for. */
export function judgedForFields({ businessVersion, threshold, learnedVersion }: JudgedFor) {
  return {
    ...(businessVersion !== null && { businessVersion }),
    ...(threshold !== null && { threshold }),
    ...(learnedVersion !== null && { learnedVersion }),
  };
}

/** Converts a stored document to a lead. */
export function leadOf(document: Omit<LeadDocument, 'outbox' | 'outboxAt' | 'terms'>): Lead {
  return {
    id: document._id,
    userId: document.userId,
    jobId: document.jobId,
    source: document.source,
    postId: document.redditPostId,
    community: document.subreddit,
    title: document.title,
    content: document.content,
    author: document.author,
    score: document.score,
    relevance: document.relevance,
    matchReason: document.matchReason,
    url: document.url,
    alsoIn: (document.alsoIn ?? []).map(placeOfDocument),
    aiAnalysis: { ...document.aiAnalysis, provisional: document.aiAnalysis.provisional ?? false },
    judgedFor: {
      businessVersion: document.businessVersion ?? null,
      threshold: document.threshold ?? null,
      learnedVersion: document.learnedVersion ?? null,
    },
    withdrawn: document.withdrawn ?? null,
    removed: document.removed ?? null,
    editedAt: document.editedAt ?? null,
    isKept: document.isKept ?? false,
    status: document.status,
    rating: document.rating ?? null,
    ratings: document.ratings ?? 0,
    revision: document.revision ?? 0,
    createdAt: document.createdAt,
    postCreatedAt: document.postCreatedAt,
  };
}
