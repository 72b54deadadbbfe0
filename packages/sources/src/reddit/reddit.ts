import { z } from 'zod';
import { defineSource } from '../define-source.ts';
import { redditBudget } from './budget.ts';
import { redditNames } from './names.ts';
import { openReddit } from './open-reddit.ts';

const settings = z.object({
  REDDIT_CLIENT_ID: z.string().min(1).optional().describe('Approved Reddit client; Reddit is a source only with it'),
  REDDIT_CLIENT_SECRET: z.string().optional().describe('Secret of the Reddit client; services that ask Reddit need it'),
  REDDIT_USER_AGENT: z
    .string()
    .regex(
      /^[^\s:]+:[^\s:]+:\S+ \(by \/u\/\S+\)$/,
      'must read <platform>:<app id>:<version> (by /u/<name>), as Reddit asks',
    )
    .optional()
    .describe('How we call ourselves at Reddit'),
});

/** The site where people read posts and grant permission for a linked account. */
const site = 'https://www.reddit.com';

/** Reddit through its OAuth API. */
export const reddit = defineSource({
  id: 'reddit',
  label: 'Reddit',
  ...redditNames,
  budgetOf: () => redditBudget,
  sends: ['dm', 'comment'],
  settings,
  secrets: ['REDDIT_CLIENT_SECRET'],
  client: 'REDDIT_CLIENT_ID',
  needs: [
    { setting: 'REDDIT_USER_AGENT', with: 'REDDIT_CLIENT_ID', what: 'how we call ourselves at Reddit' },
    { setting: 'REDDIT_CLIENT_SECRET', with: 'REDDIT_CLIENT_ID', what: 'secret of the client REDDIT_CLIENT_ID' },
  ],
  open: (context) => {
    const { REDDIT_CLIENT_ID = '', REDDIT_CLIENT_SECRET = '', REDDIT_USER_AGENT = '' } = context.settings;
    const client = {
      clientId: REDDIT_CLIENT_ID,
      clientSecret: REDDIT_CLIENT_SECRET,
      userAgent: REDDIT_USER_AGENT,
      authUrl: () => site,
      apiUrl: () => 'https://oauth.reddit.com',
      fetcher: context.outbound.guarded,
      browserUrl: () => site,
      ownPath: null,
    };
    return openReddit('reddit', client, context);
  },
});
