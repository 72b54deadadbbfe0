import type { CallService } from '@earshot/service-kit';
import { mostPerWordsCall, postWordsContract } from '@earshot/proto/http/post-words';
import type { DescribeLeads } from '../domain/mails/digests.ts';

/** Reads the words of leads from the lead service. */
export function describeLeads(call: CallService): DescribeLeads {
  return async (userId, leads) => {
    const words = new Map<string, { readonly title: string; readonly matchReason: string }>();
    for (let start = 0; start < leads.length; start += mostPerWordsCall) {
      const ids = leads.slice(start, start + mostPerWordsCall).map(({ leadId }) => leadId);
      for (const { id, ...own } of await call(postWordsContract.listLeadWords, { userId, body: { ids } }))
        words.set(id, own);
    }
    return leads.flatMap((lead) => {
      const own = words.get(lead.leadId);
      return own === undefined ? [] : [{ ...lead, ...own }];
    });
  };
}
