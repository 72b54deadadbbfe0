import { factsOf } from '@earshot/proto/security-events';
import { createHmac } from 'node:crypto';
import { type Clock, createLogger, currentTrace, type Logger, synchronousOutput } from '@earshot/core';
import { type EventBus, eventFactory } from '@earshot/event-bus';
import type { SecurityLog, SecurityRecord } from './security-log.ts';
import { StoredEvents } from './stored-events.ts';

export interface SecurityRecorderOptions {
  readonly clock: Clock;
  /** Receives warnings of the recorder itself. */
  readonly log: Logger;
  /** The HMAC key that pseudonymizes accounts in log lines. */
  readonly key: Buffer;
  /** Receives the lines of a service. Default: `securityLines`. */
  readonly lines?: ((service: string) => Logger) | undefined;
}

/** The security logs of a process. */
export interface SecurityRecorder {
  /** The log of a service, whose events are published on `bus`. */
  logOf(service: string, bus: Pick<EventBus, 'publish'>): SecurityLog;
  /** Publishes the events that wait. Services must still be able to publish. */
  stop(): Promise<void>;
}

/** A logger that ignores `LOG_LEVEL` and writes each line with fs.writeSync. */
function securityLines(service: string): Logger {
  return createLogger({ name: service, level: 'info', stream: synchronousOutput() });
}

/** Creates the security logs of a process. Without events it uses no resources. */
export function securityRecorder(options: SecurityRecorderOptions): SecurityRecorder {
  const { clock, log, key, lines = securityLines } = options;
  const all: StoredEvents[] = [];
  return {
    logOf: (service, bus) => {
      const stored = new StoredEvents({ bus, log });
      all.push(stored);
      const line = lines(service);
      const event = eventFactory(service, () => clock.now());
      return {
        record: (record) => {
          line.info(lineOf(record, key), 'security event');
          stored.add(storableOf(record, event));
        },
      };
    },
    stop: async () => void (await Promise.all(all.map((stored) => stored.stop()))),
  };
}

function lineOf({ event, outcome, reason, userId, network }: SecurityRecord, key: Buffer) {
  return {
    security: event,
    outcome,
    reason,
    network,
    requestId: currentTrace()?.correlationId,
    account: userId === undefined ? undefined : createHmac('sha256', key).update(userId).digest('base64url'),
  };
}

function storableOf(record: SecurityRecord, event: ReturnType<typeof eventFactory>) {
  const { outcome, reason } = record;
  const anonymous = factsOf(record.event).anonymous === true;
  const userId = anonymous ? '' : (record.userId ?? '');
  return {
    userId,
    network: anonymous ? undefined : record.network,
    kind: JSON.stringify([record.event, outcome, reason ?? null]),
    event: ({ network, count }: { network: string | undefined; count: number }) => {
      const value = {
        event: record.event,
        outcome,
        count,
        ...(reason !== undefined && { reason }),
        ...(network !== undefined && { network }),
      };
      return event({ userId, payload: { case: 'securityRecorded', value } });
    },
  };
}
