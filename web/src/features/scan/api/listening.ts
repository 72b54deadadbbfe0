import { scanContract } from '@earshot/proto/http/scan';
import { callQuery } from '../../../lib/call-query.ts';

const pollMs = 60_000;

/** What Earshot listens to between scans. The page leaves it out if it cannot be read. */
export const listeningQuery = callQuery(scanContract.listening, {
  refetchOnMount: 'always',
  refetchInterval: pollMs,
  retry: false,
});
