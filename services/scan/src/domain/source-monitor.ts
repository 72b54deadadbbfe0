import type { SourceState } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';
import { type SourceHealth, stoppedStates } from './source-health.ts';

/** An outage of a source that its users are notified of. */
export interface Outage {
  readonly state: SourceState;
  readonly since: Date;
  /** Null where each community has its own site. */
  readonly cause: string | null;
}

/** Users who are being notified of an outage, or of its end. */
export interface Notifying {
  readonly kind: 'stopped' | 'resumed';
  readonly outage: Outage;
  /** Users up to this one have their event. */
  readonly after: string;
}

/** What was last seen of a source. */
export interface WatchedSource {
  readonly source: string;
  readonly state: SourceState;
  /** When it was first seen in this state, or when the state began. */
  readonly since: Date;
  /** The outage that users were notified of, and that has not ended. */
  readonly outage: Outage | null;
  readonly notifying: Notifying | null;
}

export interface SourceStateStore {
  find(source: string): Promise<StoredSource | null>;
  /**
   * Saves the next state with an event for each of the users. False if another process has changed it in the meantime.
   * `before` is null for the first state.
   */
  save(
    before: StoredSource | null,
    next: WatchedSource,
    notify?: { readonly notifying: Notifying; readonly users: readonly UserId[] },
  ): Promise<boolean>;
}

export interface StoredSource extends WatchedSource {
  /** Incremented with each change. */
  readonly revision: number;
}

/** Failed reads for so long are an outage. One failed read is none, however long ago it was. */
const outageMs = 10 * 60_000;

/** What is seen of a source now. Null if nothing has changed. */
function watched(
  before: WatchedSource | null,
  source: string,
  health: Pick<SourceHealth, 'state' | 'since' | 'failedAt' | 'cause'>,
  now: Date,
): WatchedSource | null {
  const { state } = health;
  const since = before?.state === state ? before.since : (health.since ?? now);
  const next = { source, state, since, outage: before?.outage ?? null, notifying: before?.notifying ?? null };
  if (next.outage !== null && state === 'listening')
    return { ...next, outage: null, notifying: { kind: 'resumed', outage: next.outage, after: '' } };
  // Seen twice, because a stream is also quiet right after Earshot itself was stopped.
  const isSeenAgain = before !== null && stoppedStates.includes(before.state);
  if (next.outage === null && isSeenAgain && isOutage(health)) {
    const outage = { state, since: health.since ?? now, cause: health.cause };
    return { ...next, outage, notifying: { kind: 'stopped', outage, after: '' } };
  }
  return before?.state === state ? null : next;
}

function isOutage({ state, since, failedAt }: Pick<SourceHealth, 'state' | 'since' | 'failedAt'>): boolean {
  if (!stoppedStates.includes(state) || since === null || failedAt === null) return false;
  return failedAt.getTime() - since.getTime() >= outageMs;
}

export interface MonitorDeps {
  readonly states: SourceStateStore;
  /** A page of the users who have a community of a source; `next` continues. */
  readonly usersOf: (source: string, after: string) => Promise<{ users: readonly UserId[]; next: string | null }>;
  readonly healthOf: (source: string) => Promise<Pick<SourceHealth, 'state' | 'since' | 'failedAt' | 'cause'>>;
}

/**
 * Compares a source with what was last seen of it, and notifies its users once when it has stopped and once when it is
 * back. A run that was interrupted is continued by the next one, of whichever process.
 */
export async function watchSource(deps: MonitorDeps, source: string, now: Date): Promise<void> {
  const { states, healthOf } = deps;
  await notifyUsers(deps, source);
  const before = await states.find(source);
  const next = watched(before, source, await healthOf(source), now);
  if (next === null) return;
  if (await states.save(before, next)) await notifyUsers(deps, source);
}

/** Saves the events for the users page by page. */
async function notifyUsers({ states, usersOf }: MonitorDeps, source: string): Promise<void> {
  for (;;) {
    const stored = await states.find(source);
    if (stored?.notifying == null) return;
    const { notifying } = stored;
    const { users, next } = await usersOf(source, notifying.after);
    const left = next === null ? null : { ...notifying, after: next };
    if (!(await states.save(stored, { ...stored, notifying: left }, { notifying, users }))) return;
  }
}
