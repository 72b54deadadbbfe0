/** The current time as a dependency, so that tests can control it. */
export interface Clock {
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };

/**
 * A clock for durations. By the system clock it is the process's monotonic time, so that limits do not last longer when
 * somebody sets the clock back. A test's clock stays in control.
 */
export function steadyClock(clock: Clock): Clock {
  if (clock !== systemClock) return clock;
  const startedMs = Date.now() - performance.now();
  return { now: () => new Date(startedMs + performance.now()) };
}
