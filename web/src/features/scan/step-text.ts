import type { ScanJob } from '@earshot/proto/http/scan';
import { texts } from './texts.ts';

/** What the scan does now, or how long it waits for the limit of a source. */
export function stepText({ currentStep, waitsFor, waitsUntil }: ScanJob, nowMs: number): string {
  const seconds = waitsUntil ? (Date.parse(waitsUntil) - nowMs) / 1_000 : 0;
  if (!waitsFor || seconds <= 0) return currentStep || texts.waiting;
  const wait = seconds > 60 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 10) * 10} s`;
  return texts.limited(waitsFor, wait);
}
