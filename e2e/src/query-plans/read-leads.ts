import { type Lead, leadList } from '@earshot/proto/http/lead';
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
  for (const q of ['invoice', 'invoice late']) await visitor.get(leadList, `/api/leads?q=${q}&sortBy=open`);
  await visitor.get(leadList, '/api/leads?status=new&sortBy=open');
  return (await visitor.get(leadList, '/api/leads?sortBy=score-high&minScore=1&status=new')).leads;
}
