import type { Logger } from '@earshot/core';
import type { CallService } from '@earshot/service-kit';
import { mostPerWordsCall, postWordsContract } from '@earshot/proto/http/post-words';
import type { LeadTitles } from '../domain/frames.ts';

/** The longest time in ms to wait for titles, because frames are useful without them. */
const timeoutMs = 2_000;

/** Reads titles from the lead service. Resolves without titles if it is unavailable. */
export function leadTitles({ call, log }: { readonly call: CallService; readonly log: Logger }): LeadTitles {
  return async (userId, ids) => {
    const titles = new Map<string, string>();
    try {
      for (let start = 0; start < ids.length; start += mostPerWordsCall) {
        const body = { ids: ids.slice(start, start + mostPerWordsCall) };
        const signal = AbortSignal.timeout(timeoutMs);
        const leads = await call(postWordsContract.listLeadWords, { userId, body, signal });
        for (const { id, title } of leads) titles.set(id, title);
      }
    } catch (err) {
      log.warn({ err }, 'new leads are announced without their titles');
    }
    return titles;
  };
}
