import { callCount, failingCalls, fromBrowsers, slowCalls } from '../expressions.ts';
import type { Figures } from '../promql.ts';
import { allOf, compare } from '../promql.ts';
import type { Alert } from './alert.ts';

/*
 * What users feel. The goal is that 99.5 % of the calls of 30 days are not answered with a failure of ours; an alert
 * tells how fast the rest is being used up. Each needs a number of failures too: one of three calls at night is no fire.
 */

/** Share of failing calls that uses up what 30 days allow (0.5 %) in two days, seen within five minutes. */
const fastBurn = 0.072;
/** The same in five days, seen within half an hour. */
const slowBurn = 0.03;
/** Failures below which a share says nothing. */
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
    description:
      'VALUE of the calls of the last 5 minutes were answered with a failure, and as many over the last hour.',
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
    summary: 'Some users see errors, for hours',
    description: 'VALUE of the calls of the last 30 minutes were answered with a failure, and as many over 6 hours.',
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
    summary: 'Open pages learn late what happened',
    description: 'One of 20 messages to open pages is VALUE old or older: scans seem to stand still, leads come late.',
  },
} as const satisfies Record<string, Alert>;
