import { scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const pollMs = 60_000;

/** What Earshot listens to between scans. The page leaves it out if it cannot be read. */
export const listeningQuery = queryOptions({
  queryKey: [scanContract.listening.path],
  queryFn: ({ signal }) => call(scanContract.listening, { signal }),
  refetchOnMount: 'always',
  refetchInterval: pollMs,
  retry: false,
});
