import type { Lead } from '@earshot/proto/http/lead';
import { leadList } from '@earshot/proto/http/lead';
import { leadSorts } from '@earshot/proto/values';
import type { Visitor } from '../visitor.ts';

/**
 * Reads the visitor's leads in every way: with filters, by Next, by a page number, and the last page. Resolves with the
 * new leads, best first.
 */
export async function readLeads(visitor: Visitor): Promise<readonly Lead[]> {
  for (const sortBy of leadSorts) {
    const list = `/api/leads?limit=1&sortBy=${sortBy}`;
    const { next, totalPages } = await visitor.get(leadList, list);
    for (const page of [`after=${next}`, 'page=2', `page=${totalPages}`])
      await visitor.get(leadList, `${list}&${page}`);
  }
  await visitor.get(leadList, '/api/leads?status=new');
  return (await visitor.get(leadList, '/api/leads?sortBy=score-high&minScore=1&status=new')).leads;
}
