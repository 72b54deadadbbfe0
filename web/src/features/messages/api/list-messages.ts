import { draftContract, type Reminder, type SavedDraft } from '@earshot/proto/http/drafts';
import { type GeneratedMessage, outreachContract, type SentMessage } from '@earshot/proto/http/outreach';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The lists are refetched whenever the page opens, because another tab or the composer may have changed them. */
const refetched = { refetchOnMount: 'always' } as const;

const generatedMessagesQuery = queryOptions<GeneratedMessage[]>({
  queryKey: [outreachContract.listGeneratedMessages.path],
  queryFn: ({ signal }) => call(outreachContract.listGeneratedMessages, { signal }),
  ...refetched,
});

const draftsQuery = queryOptions<SavedDraft[]>({
  queryKey: [draftContract.listDrafts.path],
  queryFn: ({ signal }) => call(draftContract.listDrafts, { signal }),
  ...refetched,
});

const sentMessagesQuery = queryOptions<SentMessage[]>({
  queryKey: [outreachContract.listSentMessages.path],
  queryFn: ({ signal }) => call(outreachContract.listSentMessages, { signal }),
  ...refetched,
});

export const remindersQuery = queryOptions<Reminder[]>({
  queryKey: [draftContract.listReminders.path],
  queryFn: ({ signal }) => call(draftContract.listReminders, { signal }),
  ...refetched,
});

/** Everything that the message history shows. */
export const historyQueries = [generatedMessagesQuery, draftsQuery, sentMessagesQuery, remindersQuery] as const;
