import { type CommunityNoun, notInSample, sampledSite } from '@earshot/proto/values';

/** The specification fixes these texts for subreddits. Communities of other sources have the same texts with their word. */
const words = {
  subreddit: { one: 'subreddit', many: 'subreddits', title: 'Subreddit', titles: 'Subreddits' },
  community: { one: 'community', many: 'communities', title: 'Community', titles: 'Communities' },
} as const;

export const texts = {
  section: 'Communities',
  all: 'All Communities',
  manage: 'Manage Communities',
  star: (label: string) => `Star ${label}`,
  unstar: (label: string) => `Unstar ${label}`,
  dialogTitle: 'Manage Communities',
  search: 'Search communities',
  presets: 'Category',
  forBusiness: 'For your business',
  noneForBusiness:
    'No community that Earshot knows fits your business description. Search for one, or choose a category.',
  noneInSample: 'No community of the sample data fits your business description.',
  results: 'Suggestions',
  yours: 'Your communities',
  add: 'Add',
  addNamed: (label: string) => `Add ${label}`,
  alreadyAdded: 'Added',
  addedNamed: (label: string) => `Added ${label}`,
  remove: (label: string) => `Remove ${label}`,
  members: (count: string) => `${count} members`,
  nsfw: 'NSFW',
  noneAdded: (noun: CommunityNoun) => `No ${words[noun].many} added yet`,
  noneFound: (noun: CommunityNoun) => `No ${words[noun].many} found for the query`,
  added: (noun: CommunityNoun) => ({
    title: `${words[noun].title} Added`,
    description: `Successfully added ${words[noun].one} to monitoring list.`,
  }),
  removed: (noun: CommunityNoun) => ({
    title: `${words[noun].title} Removed`,
    description: `Successfully removed ${words[noun].one} from monitoring list.`,
  }),
  addFailed: (noun: CommunityNoun) => `Failed to Add ${words[noun].title}`,
  removeFailed: (noun: CommunityNoun) => `Failed to Remove ${words[noun].title}`,
  starFailed: { title: 'Error', description: 'Failed to update star status' },
  updated: 'Updated',
  starred: 'Starred communities come first.',
  unstarred: 'No longer starred.',
  what: 'your communities',
  notLoaded: 'Could not load. Retry',
  whatSuggestions: 'suggestions',
  monitored: (noun: CommunityNoun) => `Monitored ${words[noun].titles}`,
  monitoredHelp: 'A scan reads the new posts of these communities.',
  nameLabel: 'Add by name',
  nameMissing: 'Type a name first.',
  onlyNew: (sourceLabel: string) =>
    `Earshot reads ${sourceLabel} posts as they are written, so the first ones come some time after you add a search.`,
  addByName: (noun: CommunityNoun) => `Add ${words[noun].title}`,
  checks: { passed: 'Active', waiting: 'Not checked yet', missing: 'Not found', failed: 'Not read' },
  notInSample: 'Not in the sample data',
  connectToHear: notInSample,
  sampleOnly: `This searches only the sample data. Connect ${sampledSite} to search all of it.`,
  browse: 'Browse Suggestions',
  inactive: 'Inactive',
} as const;
