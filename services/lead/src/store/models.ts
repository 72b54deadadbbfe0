import type { Connection } from 'mongoose';
import type { ConfigurationDocument } from './configuration-store.ts';
import type { CommunityDocument } from './community-store.ts';
import type { QuotaDocument } from './quota-store.ts';
import type { LeadDocument } from './lead-schema.ts';
import type { LeadViewsDocument } from './lead-view-store.ts';
import { communitySchema } from './community-store.ts';
import { configurationSchema } from './configuration-store.ts';
import { leadSchema } from './lead-schema.ts';
import { leadViewsSchema } from './lead-view-store.ts';
import { quotaSchema } from './quota-store.ts';
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
