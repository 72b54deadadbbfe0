import { analyticsContract } from '@earshot/proto/http/analytics';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The user's figures. `timeZone` (IANA) determines when today starts. The live channel refetches them after news. */
export const statsQuery = (timeZone: string) =>
  queryOptions({
    queryKey: [analyticsContract.stats.path, timeZone],
    queryFn: ({ signal }) => call(analyticsContract.stats, { query: { tz: timeZone }, signal }),
  });
