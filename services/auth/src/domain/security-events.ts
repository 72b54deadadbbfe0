import type { SecurityEventName, SecurityOutcome } from '@earshot/proto/security-events';
import type { UserId } from '@earshot/proto/refs';

/** A stored security event, or several equal ones within a minute. */
export interface SecurityEvent {
  /** Sorts by time. */
  readonly id: string;
  readonly at: Date;
  readonly event: SecurityEventName;
  readonly outcome: SecurityOutcome;
  readonly reason: string | null;
  readonly network: string | null;
  /** Null if no account is known. */
  readonly userId: UserId | null;
  readonly count: number;
}

/** Which events to list. Absent parts do not restrict the list. */
export interface SecurityEventFilter {
  readonly userId?: UserId | undefined;
  readonly event?: SecurityEventName | undefined;
  readonly outcome?: SecurityOutcome | undefined;
  readonly network?: string | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
}

/** A page of events, newest first. */
export interface SecurityEventPage {
  readonly events: readonly SecurityEvent[];
  /** The id to continue before; null on the last page. */
  readonly next: string | null;
}

/** Stores security events for 90 days. */
export interface SecurityEvents {
  /** Adds events. Repeating it changes nothing. */
  add(events: readonly SecurityEvent[]): Promise<void>;
  /** Lists events before the id, if given. */
  list(filter: SecurityEventFilter, page: { before?: string | undefined; limit: number }): Promise<SecurityEventPage>;
}
