import { z } from 'zod';
import { defineSource, type OpenSource, type SourceContext } from '../define-source.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { redditAccounts } from './accounts.ts';
import { budgetLeft, redditBudget } from './budget.ts';
import { notInSample } from '../sample.ts';
import { redditNames } from './names.ts';
import { redditSource } from './source.ts';

const settings = z.object({
  REDDIT_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Approved Reddit client; without it the sandbox is the source'),
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
type Settings = z.output<typeof settings>;

const label = 'Reddit';
/** The site where people read posts and grant permission for a linked account. */
const site = 'https://www.reddit.com';
/** Browsers reach the sandbox below this path at Earshot's address. */
const sandboxPath = '/sandbox';

/** Reddit through its OAuth API. Without a configured client, uses the sandbox, which implements the same API. */
export const reddit = defineSource({
  id: 'reddit',
  label,
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
  usesSandbox: ({ REDDIT_CLIENT_ID }) => REDDIT_CLIENT_ID === undefined,
  open,
});

function open(context: SourceContext<Settings>): OpenSource {
  const sample = context.settings.REDDIT_CLIENT_ID === undefined;
  const { kv, clock, log, meters, ownUrl } = context;
  const client = { ...clientOf(context), kv, clock, log };
  const left = () => budgetLeft(client);
  const metrics = sourceMetrics(meters, 'reddit', left);
  const links = `${ownUrl?.replace(/\/$/, '') ?? ''}${sandboxPath}`;
  return {
    sample,
    budgetLeft: left,
    read: redditSource({
      ...client,
      metrics,
      linkUrl: () => (sample ? links : site),
      missing: sample ? notInSample(label) : undefined,
    }),
    write: redditAccounts({
      ...client,
      metrics,
      ownUrl: ownUrl === undefined ? undefined : new URL(ownUrl).origin,
      sandboxPath: sample ? sandboxPath : null,
      browserUrl: (origin) => (sample ? `${origin ?? ''}${sandboxPath}` : site),
    }),
  };
}

/** Options that reading and writing share: the operator's client, or the client of the sandbox. */
function clientOf({ settings: own, sandboxUrl, outbound }: SourceContext<Settings>) {
  if (own.REDDIT_CLIENT_ID === undefined) {
    const credentials = { clientId: 'earshot', clientSecret: '', userAgent: 'server:earshot:v0.2.0 (by /u/earshot)' };
    return { authUrl: sandboxUrl, apiUrl: sandboxUrl, fetcher: outbound.trusted, ...credentials };
  }
  return {
    authUrl: () => site,
    apiUrl: () => 'https://oauth.reddit.com',
    fetcher: outbound.guarded,
    clientId: own.REDDIT_CLIENT_ID,
    clientSecret: own.REDDIT_CLIENT_SECRET ?? '',
    userAgent: own.REDDIT_USER_AGENT ?? '',
  };
}
