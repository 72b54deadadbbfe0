export type { ErrorDetails } from './app-error.ts';
export { AppError, appError } from './app-error.ts';
export { AnswerTooLarge, boundedAnswer, maxAnswerBytes } from './bounded-answer.ts';
export type { Clock } from './clock.ts';
export { steadyClock, systemClock } from './clock.ts';
export type { Slots, TaskSlot } from './fair-slots.ts';
export { fairSlots } from './fair-slots.ts';
export type { FreshIds } from './fresh-ids.ts';
export { freshIds } from './fresh-ids.ts';
export { isHostOf, isLoopbackAddress, loopbackOrigin, publicAddress } from './hosts.ts';
export { newId, timeOfId } from './ids.ts';
export type { KeyValue, Lease, Listener, Listening, LogOptions, LogTail, NewLogEntry } from './key-value/key-value.ts';
export { KeyValueAway, checkedStep, checkedTtl, logForgottenMs, logIdsForEntry } from './key-value/key-value.ts';
export { leaseToSaveWork, unlessAway } from './key-value/when-away.ts';
export type { Logger } from './log.ts';
export { createLogger, synchronousOutput } from './log.ts';
export type {
  CounterKey,
  CounterMeter,
  GaugeKey,
  GaugeMeter,
  HistogramKey,
  HistogramMeter,
  LabelsOf,
  Meters,
} from './meters.ts';
export { metersFor, noMeters } from './meters.ts';
export { pacer } from './pacer.ts';
export { pagePath, withParameters } from './page-path.ts';
export type { Settings } from './parse-settings.ts';
export { parseSettings, portNumber, required, settingsProblems, withoutEmpty } from './parse-settings.ts';
export type { RecentIds } from './recent-ids.ts';
export { recentIds } from './recent-ids.ts';
export type { SharedWork } from './shared-work.ts';
export { sharedWork } from './shared-work.ts';
export { shownSummary, summaryOf } from './summary.ts';
export { clearTraces } from './sqlite-traces.ts';
export type { Trace } from './trace.ts';
export { currentTrace, withTrace } from './trace.ts';
export { inTurns } from './turns.ts';
export { anyWebAddress, baseAddress, originAddress } from './web-address.ts';
