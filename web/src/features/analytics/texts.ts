import type { DraftVariant } from '@earshot/proto/values';
import type { Advice } from './figures/recommendations.ts';
import type { TrendRange } from './figures/trend-range.ts';

/** Shown instead of a figure that is not meaningful yet. */
export const none = '–';

const trends: Record<TrendRange, string> = {
  '7d': '7-day lead trend',
  '30d': '30-day lead trend',
  '90d': '90-day lead trend',
  own: 'Lead trend',
};
const ranges: Record<TrendRange, string> = { '7d': '7 days', '30d': '30 days', '90d': '90 days', own: 'Own range' };
const variants: Record<DraftVariant | 'own', string> = {
  'help-first': 'Help first',
  'question-first': 'Question first',
  'offer-first': 'Offer first',
  own: 'Own or other text',
};

export const texts = {
  pageTitle: 'Analytics & Performance · Earshot',
  figures: 'Figures',
  loadingFigures: 'Loading your figures',
  loadingCharts: 'Loading your charts',
  whatFigures: 'your figures',
  whatLeads: 'your leads',
  whatSystem: 'the system performance',
  totalLeads: 'Total Leads',
  addedToday: (count: string) => `+${count} added today`,
  totalTodo: 'Run a scan to find the first',
  quality: 'Avg Quality Score',
  outOf: 'out of 10.0',
  qualityTodo: 'Shows with your first leads',
  responseRate: 'Response Rate',
  responseNote: 'of the leads you contacted',
  responseNone: 'no responses so far',
  responseTodo: 'Shows once you contact leads',
  sources: 'Active Sources',
  sourcesNote: 'communities monitored',
  sourcesTodo: 'Add communities to monitor',
  trends,
  range: 'Days of the trend',
  ranges,
  rangeEnds: { from: 'From', to: 'To' },
  rangeWrong: 'Choose a first day that is not after the last, and at most a year.',
  trendCaption: 'Leads found on each day, in your time zone.',
  trendColumns: ['Day', 'Leads'] as const,
  distribution: 'Quality distribution',
  distributionCaption: 'Leads by score, out of 10.',
  distributionColumns: ['Score', 'Leads'] as const,
  performance: 'Subreddit performance',
  performanceHelp: 'Average score of the leads from each community.',
  performanceColumns: { name: 'Community', leads: 'Leads', average: 'Average score', rating: 'Rating' },
  funnelByScore: 'Replies by score',
  funnelByScoreHelp: 'Do leads with a higher score reply more often?',
  funnelByCommunity: 'Replies by community',
  funnelByCommunityHelp: 'Found, contacted and replied leads of each community.',
  funnelByVariant: 'Replies by draft',
  funnelByVariantHelp: 'Leads by the draft that you used to contact them.',
  funnelColumns: {
    score: 'Score',
    community: 'Community',
    variant: 'Draft',
    found: 'Found',
    contacted: 'Contacted',
    replied: 'Replied',
    rate: 'Reply rate',
  },
  variants,
  recommendations: 'Optimization recommendations',
  allWell: 'Nothing to improve right now.',
  empty: 'No leads yet. The charts fill in with your first scan.',
  emptyAction: 'Go to your leads',
  system: 'System performance',
  systemHelp: 'How the server and your own scans are doing.',
  loadingSystem: 'Loading the system performance',
  health: 'System health',
  uptime: 'Uptime',
  memory: 'Memory',
  memoryOf: (used: string, all: string, percent: string) => `${used} of ${all} (${percent}%)`,
  scans: 'Scans completed',
  averageDuration: 'Average duration',
  throughput: 'Throughput',
  postsASecond: (posts: string) => `${posts} posts/s`,
  leadsFound: 'Leads found',
} as const;

export interface AdviceText {
  readonly title: string;
  readonly detail: string;
  readonly action: string;
  /** Shown as a warning instead of a hint. */
  readonly isWarning?: boolean;
}

/** The text of a suggestion. */
export function describeAdvice(advice: Advice): AdviceText {
  switch (advice.kind) {
    case 'start':
      return {
        title: 'Get started',
        detail: 'Describe your business, choose communities and run a scan.',
        action: 'Set up lead discovery',
      };
    case 'quality':
      return {
        title: 'Lead quality is low',
        detail: `Even your best community, ${advice.communityLabel}, averages ${advice.average.toFixed(1)}. A more precise business description or other communities bring better leads.`,
        action: 'Refine your business description',
        isWarning: true,
      };
    case 'expand':
      return {
        title: 'Monitor more communities',
        detail: `You monitor ${advice.active === 0 ? 'none' : advice.active}. With at least 3 you find more potential customers.`,
        action: 'Add communities',
      };
    case 'messages':
      return {
        title: 'Improve your messages',
        detail: `${advice.responseRate.toFixed(1)}% of the leads you contacted responded. Another tone or a more personal first sentence may help.`,
        action: 'Review your messages',
      };
  }
}
