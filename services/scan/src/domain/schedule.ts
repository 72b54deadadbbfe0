import type { scanFrequencies } from '@earshot/proto/values';

type ScanFrequency = (typeof scanFrequencies)[number];

const hourMs = 3_600_000;
const periodMs = { hourly: hourMs, '4hours': 4 * hourMs, daily: 24 * hourMs } as const satisfies Record<
  Exclude<ScanFrequency, 'manual'>,
  number
>;
/** How often a schedule runs; `manual` is no schedule. */
export type Frequency = keyof typeof periodMs;

/** When a user's scans run by themselves: at `anchor` plus one period, plus two, and so on. */
export interface Schedule {
  readonly userId: string;
  /** null: off. What was saved last stays known, so that an older save that is told late changes nothing. */
  readonly running: Running | null;
  /** Of the saved set-up that it follows; 0: of none that was told. */
  readonly revision: number;
  /** Counts its own changes. */
  readonly version: number;
}

export interface Running {
  readonly frequency: Frequency;
  /** When it was switched on, or to this frequency. */
  readonly anchor: Date;
  /** The slot that runs next. */
  readonly nextAt: Date;
}

/** What of a user's set-up decides about the schedule. */
export interface WantedSchedule {
  readonly scanFrequency: string;
  readonly hasBusiness: boolean;
  readonly revision: number;
}

/** Where schedules are kept: one a user. */
export interface ScheduleStore {
  find(userId: string): Promise<Schedule | null>;
  /** Saves it as the next version; false when the stored one is no longer the version before it. */
  save(next: Schedule): Promise<boolean>;
  /** Those whose slot has come by `now`, and lies after `after` where that is given; the longest due first. */
  due(now: Date, after: Date | null, limit: number): Promise<Schedule[]>;
}

/**
 * The schedule as the set-up wants it; null when it is so already. The first slot is a whole period away, so saving never
 * starts a scan; whoever saves the same frequency again keeps the slots.
 */
export function scheduleFor(
  userId: string,
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

/** A saved set-up was told: an older one than is known changes nothing. */
export async function followSetUp(
  deps: { readonly schedules: ScheduleStore },
  userId: string,
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

/** The same schedule with its first slot after `now` as the next one: slots that were missed are behind it. */
export function afterSlot(schedule: Schedule, running: Running, now: Date): Schedule {
  const period = periodMs[running.frequency];
  const passed = Math.max(0, Math.floor((now.getTime() - running.anchor.getTime()) / period));
  const nextAt = new Date(running.anchor.getTime() + (passed + 1) * period);
  return { ...schedule, running: { ...running, nextAt }, version: schedule.version + 1 };
}

function startingAt(frequency: Frequency | null, now: Date): Running | null {
  return frequency && { frequency, anchor: now, nextAt: new Date(now.getTime() + periodMs[frequency]) };
}

function frequencyOf(told: string): Frequency | null {
  return isFrequency(told) ? told : null;
}

function isFrequency(told: string): told is Frequency {
  return Object.hasOwn(periodMs, told);
}
