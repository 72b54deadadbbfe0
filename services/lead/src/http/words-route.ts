import { type Route, route } from '@earshot/service-kit';
import { postWordsContract } from '@earshot/proto/http';
import type { LeadListRepository } from '../domain/list-leads.ts';
import { presentWords } from './present.ts';

/** Returns titles and reasons of leads to other services, because events contain none. */
export function wordsRoute({ leads }: { readonly leads: Pick<LeadListRepository, 'findSome'> }): Route {
  return route(postWordsContract.listLeadWords, async ({ userId, body: { ids } }) =>
    (await leads.findSome(userId, ids)).map(presentWords),
  );
}
