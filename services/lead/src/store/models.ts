import type { Connection } from 'mongoose';
import { communitySchema } from './community-store.ts';
import { configurationSchema } from './configuration-store.ts';
import { leadSchema } from './lead-schema.ts';
import { quotaSchema } from './quota-store.ts';

/** Every collection of the lead service's database. */
export function leadModels(documents: Connection) {
  return {
    lead: documents.model('Lead', leadSchema, 'leads'),
    quota: documents.model('LeadQuota', quotaSchema, 'lead_quotas'),
    community: documents.model('Subreddit', communitySchema, 'subreddits'),
    configuration: documents.model('Configuration', configurationSchema, 'configurations'),
  };
}
