import type { Lead } from '@earshot/proto/http/lead';

/** A lead with this id; other fields have defaults that `given` overrides. */
export function aLead(id: string, given: Partial<Lead> = {}): Lead {
  return {
    id,
    userId: 'u1',
    redditPostId: `t3_${id}`,
    subreddit: 'freelance',
    source: 'reddit',
    sourceLabel: 'Reddit',
    communityLabel: 'r/freelance',
    title: `Post ${id}`,
    content: 'Which tool do you use?',
    isPreview: false,
    author: `author_${id}`,
    authorLabel: `u/author_${id}`,
    score: '7.5',
    relevance: 'medium',
    matchReason: 'Asks for a tool.',
    url: `/sandbox/r/freelance/comments/${id}/`,
    alsoIn: [],
    removed: null,
    editedAt: null,
    aiAnalysis: { provisional: false, scorerVersion: 'test', parts: [] },
    withdrawn: null,
    status: 'new',
    rating: null,
    topComment: null,
    replyUsername: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    postCreatedAt: '2026-11-20T09:00:00.000Z',
    ...given,
  };
}
