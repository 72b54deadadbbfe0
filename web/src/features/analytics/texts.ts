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
const ranges: Record<TrendRange, string> = { '7d': '7 days', '30d': '30 days', '90d': '90 days', own: 'Custom range' };
const variants: Record<DraftVariant | 'own', string> = {
  'help-first': 'Their post',
  'question-first': 'Another fact about you',
  'offer-first': 'Your offer',
  own: 'Other text',
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
  qualityTodo: 'Appears with your first leads',
  responseRate: 'Response Rate',
  responseNote: 'of the leads you contacted',
  responseNone: 'no responses so far',
  responseTodo: 'Appears once you contact leads',
  sources: 'Active Sources',
  sourcesNote: 'communities monitored',
  sourcesTodo: 'Add communities to monitor',
  trends,
  range: 'Days of the trend',
  ranges,
  rangeEnds: { from: 'From', to: 'To' },
  rangeWrong: 'Choose a last day on or after the first one, at most a year later.',
  trendCaption: 'Leads found on each day, in your time zone.',
  trendColumns: ['Day', 'Leads'] as const,
  distribution: 'Quality distribution',
  distributionCaption: 'Leads by score, out of 10.',
  distributionColumns: ['Score', 'Leads'] as const,
  performance: { subreddit: 'Subreddit performance', community: 'Community performance' },
  performanceHelp: 'Average score of the leads from each community.',
  performanceColumns: { name: 'Community', leads: 'Leads', average: 'Average score', rating: 'Rating' },
  funnelByScore: 'Responses by score',
  funnelByScoreHelp: 'Do leads with a higher score respond more often?',
  funnelByCommunity: 'Responses by community',
  funnelByCommunityHelp:
    'How many leads were found in each community, how many of them you contacted, and how many responded.',
  funnelByVariant: 'Responses by draft',
  funnelByVariantHelp: 'How many leads you contacted with each kind of draft, and how many responded.',
  funnelColumns: {
    score: 'Score',
    community: 'Community',
    variant: 'Draft starts with',
    found: 'Found',
    contacted: 'Contacted',
    replied: 'Responded',
    rate: 'Rate',
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
        title: 'Find leads that fit better',
        detail: `Name the problems that you solve, or add communities where people ask about them. The average score is now ${advice.average.toFixed(1)} in ${advice.communityLabel}, your best community.`,
        action: 'Describe the problems that you solve',
        isWarning: true,
      };
    case 'expand':
      return {
        title: 'Monitor more communities',
        detail: `Add ${advice.missing} more to reach 3. Each community brings other potential customers.`,
        action: 'Add communities',
      };
    case 'messages':
      return {
        title: 'Get more responses',
        detail: `Try another tone, or a draft that starts with another fact about you. So far ${advice.responseRate.toFixed(1)}% of the leads that you contacted have responded.`,
        action: 'Open your messages',
      };
  }
}
