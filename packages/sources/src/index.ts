export type { AccountSite, AccountTokens, CommentTrace, SendReply, Suspension } from './account-site.ts';
export type {
  CommunityAbout,
  CommunityPost,
  CommunityRule,
  PostChange,
  PostChanges,
  PostNow,
  PostPage,
  PostState,
  RemovedBy,
} from './community-source.ts';
export type {
  FollowedCommunities,
  OpenSource,
  ParsedCommunity,
  PollReader,
  SiteBudget,
  SourceDefinition,
  SourceReader,
  SourcesContext,
  StreamReader,
} from './define-source.ts';
export { takeFromWindows } from './budget-windows.ts';
export { closedCommunityErrors, isSlow } from './define-source.ts';
export { newestPosts } from './newest-posts.ts';
export {
  authorLabel,
  communityLabel,
  communityView,
  parsedCommunity,
  siteLabel,
  sourceDefinition,
  sourceView,
  urlWithoutTitle,
} from './labels.ts';
export type { Source, Sources, SourcesSettings } from './open-sources.ts';
export { openSources, sourcesOf } from './open-sources.ts';
export type { ReadablePage } from './readable-page.ts';
export { readablePage } from './readable-page.ts';
export { readableText, readableTitle } from './readable-text.ts';
export { redditAccounts } from './reddit/accounts.ts';
export { missingSourceSettings, sourceSecrets, sourceSettings, sourcesInUse } from './source-settings.ts';
export type { SourceMetrics } from './source-metrics.ts';
export { sourceMetrics } from './source-metrics.ts';
export { sourceDefinitions } from './sources.ts';
