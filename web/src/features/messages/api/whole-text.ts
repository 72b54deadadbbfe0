import { draftContract } from '@earshot/proto/http/drafts';
import { outreachContract } from '@earshot/proto/http/outreach';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { type Entry, latestOf } from '../entries.ts';

/** The whole text of an entry whose list sent only its start. */
export const wholeTextQuery = (entry: Entry) => {
  const { id, leadId, messageType, state, text } = entry;
  return queryOptions<string>({
    // A change of the text changes its time.
    queryKey: ['whole-text', id, latestOf(entry)],
    queryFn: async ({ signal }) => {
      if (state !== 'draft') return (await call(outreachContract.getSentMessage, { params: { id }, signal })).content;
      const drafts = await call(draftContract.listDrafts, { query: { leadId }, signal });
      return drafts.find((draft) => draft.messageType === messageType)?.text ?? text;
    },
  });
};
