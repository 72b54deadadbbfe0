import { type Lead, leadContract } from '@earshot/proto/http/lead';
import { call } from '../../../lib/api-client.ts';

/** Delays between the attempts in ms; usually one of the first finds the lead. */
const waitsMs = [300, 700, 1000, 1000, 2000, 3000, 5000, 8000, 13_000];

/** Finds the lead of a post that the user kept among the newest leads; undefined if it does not appear within half a minute. */
export async function findKeptLead(postId: string): Promise<Lead | undefined> {
  for (const waitMs of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const { leads } = await call(leadContract.listLeads, { query: { sortBy: 'recent' } });
    const found = leads.find(({ redditPostId }) => redditPostId === postId);
    if (found) return found;
  }
  return undefined;
}
