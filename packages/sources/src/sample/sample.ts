import { notInSample, sampleSite } from '@earshot/proto/values';
import { z } from 'zod';
import { defineSource } from '../define-source.ts';
import { redditBudget } from '../reddit/budget.ts';
import { redditNames } from '../reddit/names.ts';
import { openReddit } from '../reddit/open-reddit.ts';

/** Browsers reach the sandbox below this path at Earshot's address. */
const sandboxPath = '/sandbox';

/** Invented posts and people from the sandbox, which implements Reddit's API. */
export const sample = defineSource({
  id: 'sample',
  label: 'Sample data',
  siteLabel: sampleSite,
  ...redditNames,
  isSample: true,
  budgetOf: () => ({ ...redditBudget, key: 'sample' }),
  sends: ['dm', 'comment'],
  settings: z.object({}),
  secrets: [],
  needs: [],
  open: (context) => {
    const { sandboxUrl, outbound } = context;
    const site = {
      clientId: 'earshot',
      clientSecret: '',
      userAgent: 'server:earshot:v0.2.0 (by /u/earshot)',
      authUrl: sandboxUrl,
      apiUrl: sandboxUrl,
      fetcher: outbound.trusted,
      browserUrl: (origin: string | null) => `${origin ?? ''}${sandboxPath}`,
      ownPath: sandboxPath,
      missing: notInSample,
    };
    return openReddit('sample', site, context);
  },
});
