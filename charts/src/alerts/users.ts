import { callCount, failingCalls, fromBrowsers, slowCalls } from '../expressions.ts';
import { allOf, compare, type Figures } from '../promql.ts';
import type { Alert } from './alert.ts';

/*
 * What users notice. The objective is that 99.5 % of the calls of 30 days are not answered with a server error; an alert
 * measures how fast this error budget is spent. Each alert also needs a minimum number of failures: one failure among
 * three calls at night is no incident.
 */

/** The failure rate that spends 30 days' error budget (0.5 %) in two days, noticed within five minutes. */
const fastBurn = 0.072;
/** The failure rate that spends it in five days, noticed within half an hour. */
const slowBurn = 0.03;
/** With fewer failures, a rate is not meaningful. */
const fewFailures = 10;

const failures = (f: Figures, over: string) =>
  callCount(f, { over, where: { ...fromBrowsers, status: { like: '5..' } } });
const calls = (f: Figures, over: string) => callCount(f, { over, where: fromBrowsers });

export const userAlerts = {
  EarshotCallsFailing: {
    severity: 'critical',
    for: '2m',
    measure: (f) => failingCalls(f, { where: fromBrowsers, over: '5m' }),
    fires: { when: '>', at: fastBurn },
    only: (f) =>
      allOf(
        compare(failingCalls(f, { where: fromBrowsers, over: '1h' }), '>', fastBurn),
        compare(failures(f, '1h'), '>', fewFailures),
      ),
    summary: 'Users see errors',
    description: 'VALUE of the calls of the last 5 minutes failed, and the last hour looks the same.',
  },
  EarshotCallsFailingSlowly: {
    severity: 'warning',
    for: '15m',
    measure: (f) => failingCalls(f, { where: fromBrowsers, over: '30m' }),
    fires: { when: '>', at: slowBurn },
    only: (f) =>
      allOf(
        compare(failingCalls(f, { where: fromBrowsers, over: '6h' }), '>', slowBurn),
        compare(failures(f, '6h'), '>', fewFailures),
      ),
    summary: 'Some users have seen errors for hours',
    description: 'VALUE of the calls of the last 30 minutes failed, and the last 6 hours look the same.',
  },
  EarshotCallsSlow: {
    severity: 'warning',
    for: '10m',
    measure: (f) => slowCalls(f, { where: fromBrowsers, over: '10m' }),
    fires: { when: '>', at: 1 },
    only: (f) => compare(calls(f, '10m'), '>', 100),
    summary: 'Pages are slow',
    description: 'One of 20 calls takes VALUE or longer. Drafts, previews and exports are not counted.',
  },
  EarshotNewsLate: {
    severity: 'warning',
    for: '10m',
    measure: (f) => f.quantile(0.95, 'socketLag', { over: '10m' }),
    fires: { when: '>', at: 5 },
    only: (f) => compare(f.increase('socketLag', { over: '10m' }), '>', 20),
    summary: 'Live updates of open pages are late',
    description: 'One of 20 live updates is at least VALUE old: scans seem to stop, and leads appear late.',
  },
} as const satisfies Record<string, Alert>;
