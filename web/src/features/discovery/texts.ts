import { discoveryDescription, sampledSite } from '@earshot/proto/values';

/** A suggested community: `unavailable` says why it cannot be read, and is null if it can. */
interface Suggested {
  readonly unavailable: string | null;
}

/** What Earshot can do with the suggested communities. */
function pitch(suggestions: readonly Suggested[]): string | null {
  const [missing, ...otherMissing] = suggestions.filter(({ unavailable }) => unavailable !== null);
  const readable = suggestions.length - otherMissing.length - (missing ? 1 : 0);
  if (!missing) return readable === 0 ? null : 'Earshot can read these communities for you and score every post.';
  const connect = `connect ${sampledSite} to hear`;
  if (readable === 0) return `None of these communities is in the sample data; ${connect} them.`;
  const rest =
    otherMissing.length === 0
      ? `The other is not in the sample data; ${connect} it.`
      : `The others are not in the sample data; ${connect} them.`;
  return `Earshot can read ${readable} of these communities for you and score every post. ${rest}`;
}

export const texts = {
  heading: 'Discover Reddit Communities',
  intro: 'Describe what you sell, and we suggest communities where people talk about the problem it solves.',
  label: 'Product description',
  placeholder: 'Invoicing for freelance designers who lose hours to chasing late payments',
  counter: (length: number) => `${length}/${discoveryDescription.max} characters`,
  atLeast: `At least ${discoveryDescription.min} characters`,
  find: 'Find Communities',
  finding: 'Analyzing',
  tipsHeading: 'Tips',
  tips: [
    'Be specific: what does it do, in one sentence',
    'Mention the target audience',
    'Include the problems it solves',
    'Describe the industry',
  ],
  results: 'Communities for you',
  audience: 'Target audience',
  category: 'Product category',
  members: 'Members',
  why: 'Why',
  none: 'No community clearly fits. Describe your product differently, or name its audience.',
  unlikely: (count: number) => `Less likely to fit: ${count} more ${count === 1 ? 'community' : 'communities'}`,
  relevance: { high: 'High', medium: 'Medium', low: 'Low' },
  again: 'Try Another',
  join: 'Join the waitlist',
  pitch,
  close: 'Close',
  tooShort: {
    title: 'Description too short',
    description: `Please provide a more detailed product description (at least ${discoveryDescription.min} characters).`,
  },
  failed: 'Discovery failed',
  noReason: 'Failed to discover subreddits',
  badFormat: 'Invalid response format',
  exception: 'Failed to discover subreddits. Please try again.',
} as const;
