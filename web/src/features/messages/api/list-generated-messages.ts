import { type GeneratedMessage, outreachContract } from '@earshot/proto/http/outreach';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The newest drafts. Refetched whenever the page opens, because another tab may have generated some. */
export const generatedMessagesQuery = queryOptions<GeneratedMessage[]>({
  queryKey: [outreachContract.listGeneratedMessages.path],
  queryFn: ({ signal }) => call(outreachContract.listGeneratedMessages, { signal }),
  refetchOnMount: 'always',
});
