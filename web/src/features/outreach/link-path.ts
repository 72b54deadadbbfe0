import type { Lead } from '@earshot/proto/http/lead';
import { outreachContract } from '@earshot/proto/http/outreach';
import { leadPath, linkedLead, paths } from '../../config/paths.ts';

/** The longest page address that the call accepts, in characters. */
const longestReturn = 2_000;

/** The address that links an account and returns to a lead. `search` is the query of the leads page with its filters. */
export function linkPath({ id: leadId, source }: Pick<Lead, 'id' | 'source'>, search: string): string {
  const query = new URLSearchParams(search);
  query.set(linkedLead, leadId);
  const here = `${paths.leads}?${query.toString()}`;
  const page = here.length <= longestReturn ? here : leadPath(leadId);
  return `${outreachContract.linkAccount.path}?${new URLSearchParams({ return: page, ...(source === 'sample' && { source }) }).toString()}`;
}
