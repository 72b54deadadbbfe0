import type { Connection } from 'mongoose';
import { type CommunityDocument, communitySchema } from './community-store.ts';
import { type ConfigurationDocument, configurationSchema } from './configuration-store.ts';
import { type LeadDocument, leadSchema } from './lead-schema.ts';
import { type LeadViewsDocument, leadViewsSchema } from './lead-view-store.ts';
import { type QuotaDocument, quotaSchema } from './quota-store.ts';
import { removedPostModel } from './removed-post-schema.ts';

/** Every collection of the lead service's database. */
export function leadModels(documents: Connection) {
  return {
    lead: documents.model<LeadDocument>('Lead', leadSchema, 'leads'),
    quota: documents.model<QuotaDocument>('LeadQuota', quotaSchema, 'lead_quotas'),
    community: documents.model<CommunityDocument>('Subreddit', communitySchema, 'subreddits'),
    views: documents.model<LeadViewsDocument>('LeadViews', leadViewsSchema, 'lead_views'),
    removedPost: removedPostModel(documents),
    configuration: documents.model<ConfigurationDocument>('Configuration', configurationSchema, 'configurations'),
  };
}
