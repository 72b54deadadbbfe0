import type { Configuration, Lead, LeadList, LeadPlace, Subreddit } from '@earshot/proto/http/lead';
import type { LeadWords } from '@earshot/proto/http/post-words';
import type { SourceInUse } from '@earshot/proto/http/source';
import { absoluteUrl } from '@earshot/service-kit';
import { previewLength, previewOf, removedLabels } from '@earshot/proto/values';
import { authorLabel, communityView, type Source } from '@earshot/sources';
import type { Community } from '../domain/community.ts';
import type { Configuration as OwnConfiguration } from '../domain/configuration.ts';
import type { Lead as OwnLead, Place } from '../domain/lead.ts';
import type { LeadListing } from '../domain/list-leads.ts';

/**
 * The lead as the contract defines it: the score as text with one decimal, names with their labels. `origin` is that which
 * the browser uses; null when another service asks.
 */
export function presentLead(lead: OwnLead, origin: string | null): Lead {
  const { postId, community, ...facts } = lead;
  const { source, author, score, withdrawn, removed, editedAt, createdAt, postCreatedAt } = facts;
  return {
    ...facts,
    redditPostId: postId,
    subreddit: community,
    ...communityView({ source, name: community }),
    title: removed === null ? lead.title : removedLabels[removed.by],
    isPreview: false,
    authorLabel: removed === null ? authorLabel(source, author) : '',
    url: absoluteUrl(lead.url, origin),
    alsoIn: lead.alsoIn.map((place) => presentPlace(place, origin)),
    score: score.toFixed(1),
    withdrawn: withdrawn && { reason: withdrawn.reason, at: withdrawn.at.toISOString() },
    removed: removed && { by: removed.by, at: removed.at.toISOString() },
    editedAt: editedAt?.toISOString() ?? null,
    // No source provides these two yet.
    topComment: null,
    replyUsername: null,
    createdAt: createdAt.toISOString(),
    postCreatedAt: postCreatedAt.toISOString(),
  };
}

/** What messages to the user need of a lead. */
export function presentWords({ id, title, matchReason, removed }: OwnLead): LeadWords {
  return { id, title: removed === null ? title : removedLabels[removed.by], matchReason };
}

function presentPlace({ source, community, url, postCreatedAt }: Place, origin: string | null): LeadPlace {
  const view = communityView({ source, name: community });
  return { subreddit: community, ...view, url: absoluteUrl(url, origin), postCreatedAt: postCreatedAt.toISOString() };
}

/** A post can have 40,000 characters, and a page 100 posts. */
export function presentPreview(lead: OwnLead, origin: string | null): Lead {
  const { content } = lead;
  return {
    ...presentLead(lead, origin),
    content: previewOf(content),
    isPreview: content.length > previewLength,
  };
}

/** A page of the list. `nextOf` signs the place of the last lead of a full page, after which more may follow. */
export function presentLeadList(
  { leads, total }: LeadListing,
  limit: number,
  origin: string | null,
  nextOf: (last: OwnLead, before?: OwnLead) => string,
): LeadList {
  const last = leads[limit - 1];
  return {
    leads: leads.map((lead) => presentPreview(lead, origin)),
    total,
    totalPages: Math.ceil(total / limit),
    ...(last && { next: nextOf(last, leads[limit - 2]) }),
  };
}

export function presentCommunity(community: Community): Subreddit {
  const { source, name, createdAt } = community;
  const view = communityView({ source, name });
  return { ...community, ...view, createdAt: createdAt.toISOString() };
}

export function presentSource(
  { definition, write }: Source,
  { opensSandbox }: { readonly opensSandbox: boolean },
): SourceInUse {
  const { id, label, community, isSample: sample = false } = definition;
  const sends = write === null || (sample && !opensSandbox) ? [] : definition.sends;
  const suggestions = community.suggestions.map((name) => ({ name, ...communityView({ source: id, name }) }));
  const { noun: communityNoun, hint: nameHint, searches } = community;
  const { offersNote = null, onlyNew = false } = definition;
  return { id, label, sample, communityNoun, nameHint, searches, suggestions, sends: [...sends], onlyNew, offersNote };
}

export function presentConfiguration({ createdAt, updatedAt, ...configuration }: OwnConfiguration): Configuration {
  return {
    ...configuration,
    createdAt: createdAt?.toISOString() ?? null,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}
