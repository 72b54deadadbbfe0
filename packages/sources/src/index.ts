export type { AccountSite, AccountTokens, CommentTrace, SendReply } from './account-site.ts';
export type { CommunityAbout, CommunityPost, CommunityRule, CommunitySource, PostPage } from './community-source.ts';
export { redditAccounts } from './reddit/accounts.ts';
export { budgetLeft } from './reddit/budget.ts';
export { redditSource } from './reddit/source.ts';
export type { SourceMetrics } from './source-metrics.ts';
export { sourceMetrics } from './source-metrics.ts';
