import type { EventOf, Subscription } from '@earshot/event-bus';
import type { Platform } from '@earshot/service-kit';
import { consume } from '@earshot/event-bus';
import type { EventCase } from '@earshot/proto/events';
import { eventTable, timestampDate } from '@earshot/proto/events';
import type { ServerFrame } from '@earshot/proto/realtime';
import { leadRescored, leadStatusUpdated, newLead, scanEnded, scanProgress } from '../domain/frames.ts';
import type { Clients } from '../sockets/clients.ts';
import { firstCopies } from './first-copies.ts';

const group = 'realtime';

/**
 * Each replica receives every event and sends it to its sockets. Nothing is stored: clients refetch lists on reconnect.
 */
export function forwarding(
  clients: Pick<Clients, 'send' | 'endSession' | 'endUser'>,
  platform: Pick<Platform, 'meters' | 'clock'>,
): Subscription[] {
  const once = firstCopies();
  const send = frameSender(clients, platform);
  return [
    consume({
      group,
      topic: 'scan.events',
      broadcast: true,
      handlers: {
        scanProgressed: async (event) => once(event.id, () => send(event, scanProgress(event.payload.value.job))),
        scanEnded: async (event) => once(event.id, () => send(event, scanEnded(event.payload.value.job))),
      },
    }),
    consume({
      group,
      topic: 'lead.events',
      broadcast: true,
      handlers: {
        leadCreated: async (event) => once(event.id, () => send(event, [newLead(event)])),
        leadStatusChanged: async (event) => once(event.id, () => send(event, [leadStatusUpdated(event)])),
        leadRescored: async (event) => once(event.id, () => send(event, [leadRescored(event)])),
      },
    }),
    consume({
      group,
      topic: 'account.events',
      broadcast: true,
      handlers: {
        sessionEnded: async ({ userId, payload }) => clients.endSession(userId, payload.value.sessionRef),
        accountDeleted: async ({ userId }) => clients.endUser(userId),
      },
    }),
  ];
}

/** Sends an event's frames and measures their delay. */
function frameSender(clients: Pick<Clients, 'send'>, { meters, clock }: Pick<Platform, 'meters' | 'clock'>) {
  const lag = meters.histogram('socketLag');
  return ({ userId, occurredAt, payload }: EventOf<EventCase>, frames: readonly ServerFrame[]): void => {
    const sockets = clients.send(userId, frames);
    if (sockets === 0 || frames.length === 0 || occurredAt === undefined) return;
    const { type } = eventTable[payload.case];
    // The clocks of two machines differ slightly.
    const lateMs = Math.max(0, clock.now().getTime() - timestampDate(occurredAt).getTime());
    lag.observe({ type }, lateMs / 1000);
  };
}
