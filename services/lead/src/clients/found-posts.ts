import type { UserId } from '@earshot/proto/refs';
import type { CallService } from '@earshot/service-kit';
import { AppError } from '@earshot/core';
import { OutageError } from '@earshot/event-bus';
import {
  type FoundPostRef,
  type FoundPostWords,
  mostPerWordsCall,
  postWordsContract,
} from '@earshot/proto/http/post-words';
import { relevanceOf } from '@earshot/proto/values';
import type { PostWords, WordsOf } from '../domain/found-post.ts';
import { postKey } from '../domain/lead.ts';

/** Reads the words of found posts from the scan service. While it is unavailable, their events wait. */
export function foundPosts(call: CallService): WordsOf {
  return async (userId, posts) => {
    const words = new Map<string, PostWords>();
    for (let start = 0; start < posts.length; start += mostPerWordsCall) {
      const some = posts.slice(start, start + mostPerWordsCall);
      const refs = some.map(({ source, postId, businessVersion }) => ({
        source,
        postId,
        businessVersion,
      }));
      for (const found of await ask(call, userId, refs)) words.set(postKey(found), wordsIn(found));
    }
    return words;
  };
}

async function ask(call: CallService, userId: UserId, posts: FoundPostRef[]): Promise<FoundPostWords[]> {
  try {
    return await call(postWordsContract.listFoundPosts, { userId, body: { posts } });
  } catch (error) {
    if (error instanceof AppError && error.code === 'service.unavailable') throw new OutageError('scan', error);
    throw error;
  }
}

function wordsIn({
  source: _source,
  postId: _id,
  businessVersion: _version,
  subreddit: community,
  ...found
}: FoundPostWords): PostWords {
  const score = Math.round(found.score * 10) / 10;
  return { ...found, community, score, relevance: relevanceOf(score), postCreatedAt: new Date(found.postCreatedAt) };
}
