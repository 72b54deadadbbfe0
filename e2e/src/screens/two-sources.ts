import { examples } from '@earshot/proto/http/examples';
import { leadContract, type Subreddit } from '@earshot/proto/http/lead';
import type { SourceInUse } from '@earshot/proto/http/source';

const elsewhere = { source: 'elsewhere', sourceLabel: 'Elsewhere' };
const samples = { source: 'sample', sourceLabel: 'Sample data' };
const front = { name: 'front', ...elsewhere, communityLabel: 'Front page' };
const listed = leadContract.listSources.response.parse(examples['listSources']?.response);
const watched = leadContract.listSubreddits.response.parse(examples['listSubreddits']?.response);

/** The sources of an installation with a second source that supports neither search nor sending. */
export const twoSources: readonly SourceInUse[] = [
  ...listed.slice(0, 1).map((one) => ({ ...one, id: samples.source, label: samples.sourceLabel, sample: true })),
  {
    id: 'elsewhere',
    label: 'Elsewhere',
    sample: false,
    communityNoun: 'community',
    nameHint: 'search:late payments',
    searches: false,
    suggestions: [front, { name: 'ask', ...elsewhere, communityLabel: 'Ask Elsewhere' }],
    sends: [],
    onlyNew: false,
    offersNote: null,
  },
];

/** The sources of an installation that cannot send messages, to sites that do not welcome offers. */
export const withoutSending: readonly SourceInUse[] = twoSources.map((source) => ({
  ...source,
  sends: [],
  offersNote: 'Offers are not welcome there',
}));

/** Communities of both sources. */
export const ofTwoSources: readonly Subreddit[] = watched.flatMap((community) => [
  { ...community, ...samples },
  { ...community, ...front, id: `${community.id}-elsewhere`, isStarred: false },
]);
