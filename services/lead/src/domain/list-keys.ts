import { searchTerms } from '@earshot/text';
import { authorLabel } from '@earshot/sources';
import type { LeadStatus } from '@earshot/proto/values';
import type { Lead } from './lead.ts';

const rankOfNew = 1_000;

/** How far the status alone moves a lead up in the order `open`. */
export function statusRank(status: LeadStatus): number {
  return status === 'new' ? rankOfNew : 0;
}

/** A score as a whole number, so that sums of ranks are exact. */
export function scoreRank(score: number): number {
  return Math.round(score * 10);
}

/** The value of the order `open`, highest first: new leads before all others, then by score. */
export function openRank({ status, score }: Pick<Lead, 'status' | 'score'>): number {
  return statusRank(status) + scoreRank(score);
}

/** The terms by which a search finds a lead: those of its title, its text and its author. */
export function leadTerms(lead: Pick<Lead, 'title' | 'content' | 'source' | 'author'>): string[] {
  return searchTerms(`${lead.title}\n${lead.content}\n${authorLabel(lead.source, lead.author)}`);
}
