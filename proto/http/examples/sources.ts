import { earlier, type Examples, later } from './call-examples.ts';

const community = { source: 'reddit', sourceLabel: 'Reddit', communityLabel: 'r/smallbusiness' };
const sourceHealth = {
  source: 'reddit',
  sourceLabel: 'Reddit',
  sample: false,
  communityNoun: 'subreddit',
  state: 'listening',
  since: earlier,
  cause: null,
  nextTryAt: later,
  lastPostAt: earlier,
  postsLastDay: 1840,
  usualPostsADay: 1725.5,
  budgetLeft: 96,
  communities: { read: 14, failing: 0, silent: 1 },
  settings: ['REDDIT_CLIENT_ID', 'REDDIT_CLIENT_SECRET', 'REDDIT_USER_AGENT'],
};

/** The state of the sources. */
export const sourceExamples: Examples = {
  sourcesHealth: {
    response: {
      sources: [
        {
          ...sourceHealth,
          state: 'refused',
          since: earlier,
          cause: 'Refused by oauth.reddit.com: 403',
          communities: { read: 14, failing: 14, silent: 0 },
        },
      ],
      communities: [
        {
          name: 'smallbusiness',
          ...community,
          trouble: 'failing',
          since: earlier,
          cause: 'Refused by oauth.reddit.com: 403',
          nextTryAt: later,
          usualGapSeconds: 540,
        },
      ],
    },
  },
  allSourcesHealth: { response: { sources: [sourceHealth] } },
};
