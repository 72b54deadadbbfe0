import { languageName, type OtherLanguage, otherLanguageOf } from '@earshot/text';
import { keywordFinder } from './keywords.ts';
import { leaveReading, type PostReading, readPost } from './post-reading.ts';
import type { Business, Post } from './scorer.ts';

type PlainReason = 'empty' | 'removed' | 'excluded-keyword' | 'no-target-keyword' | 'no-shared-topic';
const languagePrefix = 'language-';

/**
 * Why a post is not worth scoring. `language-de`: it shares no topic because it is written in German, and only English
 * words are compared.
 */
export type DropReason = PlainReason | `language-${OtherLanguage}`;

export interface Prefiltered<P extends Post> {
  readonly kept: readonly P[];
  readonly dropped: readonly { readonly id: string; readonly reason: DropReason; readonly note: string }[];
}

/** Low on purpose: a dropped lead is lost, while an unrelated post only costs a scoring. */
const LEAST_FIT = 0.24;
/**
 * The minimum for a post that states a need in one of the business's communities, because the community itself
 * indicates part of the topic.
 */
const LEAST_FIT_OF_A_NEED = 0.1;

const dropNotes: Readonly<Record<PlainReason, string>> = {
  empty: 'The post has no text.',
  removed: 'The post was removed or deleted.',
  'excluded-keyword': 'The post contains one of your excluded keywords.',
  'no-target-keyword': 'The post contains none of your target keywords.',
  'no-shared-topic': 'The post shares hardly any topic with your business.',
};

/** The sentence that users see for a reason. */
export function dropNote(reason: DropReason): string {
  if (isPlain(reason)) return dropNotes[reason];
  const language = languageName(reason.slice(languagePrefix.length));
  return `The post is written in ${language}. Earshot compares only English posts with your business.`;
}

/** The code of the language for which a post was dropped; undefined for other reasons. */
export function languageOfDrop(reason: DropReason): string | undefined {
  return isPlain(reason) ? undefined : reason.slice(languagePrefix.length);
}

function isPlain(reason: DropReason): reason is PlainReason {
  return Object.hasOwn(dropNotes, reason);
}

/**
 * Drops posts that are not worth scoring, each with its reason. The input order is kept. A post stays if it shares at
 * least a few words with the business description or with the thesaurus families of these words, contains one of the
 * target keywords, if there are any, and none of the excluded ones.
 */
export function prefilterer(): <P extends Post>(business: Business, posts: readonly P[]) => Prefiltered<P> {
  return (business, posts) => {
    const chosen = new Set(business.communities.map((name) => name.toLowerCase()));
    const target = keywordFinder(business.profile?.targetKeywords ?? []);
    const excluded = keywordFinder(business.profile?.excludedKeywords ?? []);
    const reasonFor = (post: Post): DropReason | null => {
      const text = `${post.title} ${post.selftext}`.trim();
      if (text === '') return 'empty';
      if (/^\[(?:removed|deleted)\]$/.test(post.selftext.trim()) || /^\[deleted/.test(post.title)) return 'removed';
      if (excluded?.(text)) return 'excluded-keyword';
      if (target?.(text) === false) return 'no-target-keyword';
      const reading = readPost(business, post);
      const fit = reading.fit.value;
      const isNear =
        fit >= LEAST_FIT ||
        (fit >= LEAST_FIT_OF_A_NEED && chosen.has(post.community.toLowerCase()) && statesNeed(reading));
      if (!isNear) return otherTopic(text);
      leaveReading(post, reading);
      return null;
    };
    const judged = posts.map((post) => ({ post, reason: reasonFor(post) }));
    return {
      kept: judged.filter(({ reason }) => reason === null).map(({ post }) => post),
      dropped: judged.flatMap(({ post, reason }) => (reason ? [{ id: post.id, reason, note: dropNote(reason) }] : [])),
    };
  };
}

function otherTopic(text: string): DropReason {
  const language = otherLanguageOf(text);
  return language === null ? 'no-shared-topic' : `${languagePrefix}${language}`;
}

function statesNeed(reading: PostReading): boolean {
  return reading.needs().some(({ category }) => category !== 'question');
}
