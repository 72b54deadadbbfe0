import { leadView } from '@earshot/proto/http/lead-views';
import { z } from 'zod';
import type { Visitor } from '../visitor.ts';

/** Changes many leads, exports one of them by its id, and saves, changes and deletes a view. */
export async function changeLeads(visitor: Visitor, id: string): Promise<void> {
  const ask = (path: string, method = 'GET', body?: object) => visitor.get(z.unknown(), path, { method, body });
  await ask('/api/leads/bulk?status=new', 'POST', { rating: 'down' });
  await ask(`/api/leads/bulk?ids=${id}`, 'POST', { rating: 'up' });
  await ask(`/api/leads/export?ids=${id}`);
  const body = { name: 'Best', filters: { minScore: 8 } };
  const view = await visitor.get(leadView, '/api/lead-views', { method: 'POST', body });
  await ask(`/api/lead-views/${view.id}`, 'PATCH', { name: 'Better' });
  await ask(`/api/lead-views/${view.id}`, 'DELETE');
}
