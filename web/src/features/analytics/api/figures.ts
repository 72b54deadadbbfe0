import { analyticsContract } from '@earshot/proto/http/analytics';
import { scanContract } from '@earshot/proto/http/scan';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';
import type { TrendDays } from '../figures/trend-range.ts';

const pollMs = 10_000;

/** State of the system and of the user's scans, refetched every ten seconds. */
export const performanceQuery = callQuery(scanContract.performance, {
  refetchInterval: pollMs,
  refetchOnMount: 'always',
});

/** The user's figures. `timeZone` (IANA) determines when today starts. The live channel refetches them after news. */
export const statsQuery = (timeZone: string) =>
  callQuery(analyticsContract.stats, { input: { query: { tz: timeZone } }, key: [timeZone] });

/** Figures of all leads, with the trend of the days. The live channel refetches them after news. */
export const leadFiguresQuery = (days: TrendDays, timeZone: string) =>
  callQuery(analyticsContract.leadFigures, {
    input: { query: { tz: timeZone, ...days } },
    key: [timeZone, days],
    placeholderData: keepPreviousData,
  });
