import { draftContract, type Reminder, type SavedDraft } from '@earshot/proto/http/drafts';
import { type GeneratedMessage, outreachContract, type SentMessage } from '@earshot/proto/http/outreach';
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../../../lib/all-pages.ts';
import { call } from '../../../lib/api-client.ts';

const generatedMessagesQuery = queryOptions<GeneratedMessage[]>({
  queryKey: [outreachContract.listGeneratedMessages.path],
  queryFn: ({ signal }) =>
    allPages(
      (query) => call(outreachContract.listGeneratedMessages, { query, signal }),
      ({ id }) => id,
    ),
});

const draftsQuery = queryOptions<SavedDraft[]>({
  queryKey: [draftContract.listDrafts.path],
  queryFn: ({ signal }) =>
    allPages(
      (query) => call(draftContract.listDrafts, { query, signal }),
      ({ leadId, messageType }) => `${leadId}:${messageType}`,
    ),
});

const sentMessagesQuery = queryOptions<SentMessage[]>({
  queryKey: [outreachContract.listSentMessages.path],
  queryFn: ({ signal }) =>
    allPages(
      (query) => call(outreachContract.listSentMessages, { query, signal }),
      ({ id }) => id,
    ),
});

export const remindersQuery = queryOptions<Reminder[]>({
  queryKey: [draftContract.listReminders.path],
  queryFn: ({ signal }) =>
    allPages(
      (query) => call(draftContract.listReminders, { query, signal }),
      ({ leadId }) => leadId,
    ),
});

/** Everything that the message history shows. */
export const historyQueries = [generatedMessagesQuery, draftsQuery, sentMessagesQuery, remindersQuery] as const;
