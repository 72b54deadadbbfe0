import type { scanFrequencies } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';

type ScanFrequency = (typeof scanFrequencies)[number];

const hourMs = 3_600_000;
const periodMs = { hourly: hourMs, '4hours': 4 * hourMs, daily: 24 * hourMs } as const satisfies Record<
  Exclude<ScanFrequency, 'manual'>,
  number
>;
/** How often a schedule runs. `manual` is not included: it means no schedule. */
export type Frequency = keyof typeof periodMs;

/** When a user's scans start automatically: at `anchor` plus one period, plus two periods, and so on. */
export interface Schedule {
  readonly userId: UserId;
  /** Null if off. The schedule is still stored, so that a delayed event with an older configuration has no effect. */
  readonly running: Running | null;
  /** Revision of the saved configuration that the schedule follows; 0 if no event has arrived yet. */
  readonly revision: number;
  /** Incremented with each change of the schedule. */
  readonly version: number;
}

export interface Running {
  readonly frequency: Frequency;
  /** When the schedule was switched on or changed to this frequency. */
  readonly anchor: Date;
  /** The slot that runs next. */
  readonly nextAt: Date;
}

/** The part of a user's configuration that determines the schedule. */
export interface WantedSchedule {
  readonly scanFrequency: string;
  readonly hasBusiness: boolean;
  readonly revision: number;
}

/** Stores schedules, one per user. */
export interface ScheduleStore {
  find(userId: UserId): Promise<Schedule | null>;
  /** Saves the next version. False if the stored version is no longer the one before it. */
  save(next: Schedule): Promise<boolean>;
  /** Schedules whose slot is due by `now` and, if `after` is given, later than `after`. Longest due first. */
  due(now: Date, after: Date | null, limit: number): Promise<Schedule[]>;
}

/**
 * The schedule for a configuration; null if it is up to date. The first slot is a whole period away, so saving never
 * starts a scan immediately. Saving the same frequency again keeps the slots.
 */
export function scheduleFor(
  userId: UserId,
  before: Schedule | null,
  wanted: WantedSchedule,
  now: Date,
): Schedule | null {
  const frequency = wanted.hasBusiness ? frequencyOf(wanted.scanFrequency) : null;
  const same = (before?.running?.frequency ?? null) === frequency;
  if (before !== null && same && before.revision === wanted.revision) return null;
  const running = same ? (before?.running ?? null) : startingAt(frequency, now);
  return { userId, running, revision: wanted.revision, version: (before?.version ?? 0) + 1 };
}

/** Updates the schedule after a configuration was saved. A configuration that is not newer than the known one has no effect. */
export async function followSetUp(
  deps: { readonly schedules: ScheduleStore },
  userId: UserId,
  wanted: WantedSchedule,
  now: Date,
): Promise<void> {
  for (;;) {
    const before = await deps.schedules.find(userId);
    if (before !== null && before.revision >= wanted.revision) return;
    const next = scheduleFor(userId, before, wanted, now);
    if (next === null || (await deps.schedules.save(next))) return;
  }
}

/** The schedule with the first slot after `now` as its next one. Missed slots are skipped. */
export function afterSlot(schedule: Schedule, running: Running, now: Date): Schedule {
  const period = periodMs[running.frequency];
  const passed = Math.max(0, Math.floor((now.getTime() - running.anchor.getTime()) / period));
  const nextAt = new Date(running.anchor.getTime() + (passed + 1) * period);
  return { ...schedule, running: { ...running, nextAt }, version: schedule.version + 1 };
}

function startingAt(frequency: Frequency | null, now: Date): Running | null {
  return frequency && { frequency, anchor: now, nextAt: new Date(now.getTime() + periodMs[frequency]) };
}

function frequencyOf(value: string): Frequency | null {
  return isFrequency(value) ? value : null;
}

function isFrequency(value: string): value is Frequency {
  return Object.hasOwn(periodMs, value);
}
