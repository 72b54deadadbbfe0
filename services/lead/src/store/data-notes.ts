import { type DataNotes, noPostText, type PostNotes } from '@earshot/service-kit';
import { forgetInLeads } from './forget-lead-post.ts';
import { rememberRemoved } from './removed-post-store.ts';

export const leadDataNotes: DataNotes = {
  // Both follow from fields that the export has.
  leads: { personal: true, omit: ['terms', 'openRank'] },
  removed_posts: { personal: false, because: 'ids of posts that left their sites, of no user' },
};

export const leadPostNotes: PostNotes = {
  // First, so that no lead is made of the post while its leads are changed.
  removed_posts: { holdsPostText: true, forget: rememberRemoved },
  leads: { holdsPostText: true, forget: forgetInLeads },
  lead_quotas: noPostText,
  subreddits: noPostText,
  lead_views: noPostText,
  configurations: { holdsPostText: false, because: 'what users wrote about their business' },
};
