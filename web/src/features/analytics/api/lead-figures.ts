import { analyticsContract } from '@earshot/proto/http/analytics';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { TrendDays } from '../figures/trend-range.ts';

/** Figures of all leads, with the trend of the days. The live channel refetches them after news. */
export const leadFiguresQuery = (days: TrendDays, timeZone: string) =>
  queryOptions({
    queryKey: [analyticsContract.leadFigures.path, timeZone, days],
    queryFn: ({ signal }) => call(analyticsContract.leadFigures, { query: { tz: timeZone, ...days }, signal }),
    placeholderData: keepPreviousData,
  });
