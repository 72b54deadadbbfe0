import type { Configuration, Lead, LeadList, Subreddit } from '@earshot/proto/http/lead';
import type { Community } from '../domain/community.ts';
import type { Configuration as OwnConfiguration } from '../domain/configuration.ts';
import type { Lead as OwnLead } from '../domain/lead.ts';
import type { LeadListing } from '../domain/list-leads.ts';

/** The lead as the contract has it: the score as text with one decimal. */
export function presentLead(lead: OwnLead): Lead {
  const { score, createdAt, postCreatedAt, ...rest } = lead;
  return {
    ...rest,
    score: score.toFixed(1),
    // No source gives these two yet.
    topComment: null,
    replyUsername: null,
    createdAt: createdAt.toISOString(),
    postCreatedAt: postCreatedAt.toISOString(),
  };
}

export function presentLeadList({ leads, total }: LeadListing, limit: number): LeadList {
  return { leads: leads.map(presentLead), total, totalPages: Math.ceil(total / limit) };
}

export function presentCommunity({ createdAt, ...community }: Community): Subreddit {
  return { ...community, createdAt: createdAt.toISOString() };
}

export function presentConfiguration({ createdAt, updatedAt, ...configuration }: OwnConfiguration): Configuration {
  return {
    ...configuration,
    createdAt: createdAt?.toISOString() ?? null,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}
