export type { AccountSite, AccountTokens, CommentTrace, SendReply, Suspension } from './account-site.ts';
export type { CommunityAbout, CommunityPost, CommunityRule, PostPage } from './community-source.ts';
export type { OpenSource, ParsedCommunity, SourceDefinition, SourceReader, SourcesContext } from './define-source.ts';
export { closedCommunityErrors } from './define-source.ts';
export {
  authorLabel,
  communityLabel,
  communityView,
  parsedCommunity,
  sourceDefinition,
  sourceOfLinkCalls,
  sourceOfOldData,
  sourceView,
} from './labels.ts';
export type { Source, Sources, SourcesSettings } from './open-sources.ts';
export { openSources, sourcesOf } from './open-sources.ts';
export { readableText, readableTitle } from './readable-text.ts';
export { redditAccounts } from './reddit/accounts.ts';
export { missingSourceSettings, sandboxSources, sourceSecrets, sourceSettings } from './source-settings.ts';
export type { SourceMetrics } from './source-metrics.ts';
export { sourceMetrics } from './source-metrics.ts';
export { notInSample } from './sample.ts';
export { sourceDefinitions } from './sources.ts';
