import type { Platform } from '@earshot/service-kit';
import { consume, type EventOf, type Subscription } from '@earshot/event-bus';
import { type EventCase, eventTable, timestampDate } from '@earshot/proto/events';
import type { ServerFrame } from '@earshot/proto/realtime';
import {
  leadPlaceAdded,
  leadPostRemoved,
  leadRescored,
  leadStatusUpdated,
  type LeadTitles,
  newLead,
  scanEnded,
  scanProgress,
} from '../domain/frames.ts';
import type { Clients } from '../sockets/clients.ts';
import { type PendingFrame, textOf } from '../streams/user-stream.ts';
import type { UserStreams } from '../streams/user-streams.ts';
import { firstCopies } from './first-copies.ts';

const group = 'realtime';

/**
 * Each replica receives every event and sends it to its sockets. The first replica to handle an event adds its frames
 * to the user's log.
 */
export function forwarding(
  streams: Pick<UserStreams, 'send' | 'forget'>,
  clients: Pick<Clients, 'endSession' | 'endUser'>,
  titlesOf: LeadTitles,
  platform: Pick<Platform, 'meters' | 'clock'>,
): Subscription[] {
  const once = firstCopies();
  const send = frameSender(streams, platform);
  const created = announcing(titlesOf, (event, frame) => once(event.id, () => send(event, [frame])));
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
        leadCreated: (event) => created([event]),
        leadStatusChanged: async (event) => once(event.id, () => send(event, [leadStatusUpdated(event)])),
        leadRescored: async (event) => once(event.id, () => send(event, [leadRescored(event)])),
        leadPlaceAdded: async (event) => once(event.id, () => send(event, [leadPlaceAdded(event)])),
        leadPostRemoved: async (event) => once(event.id, () => send(event, [leadPostRemoved(event)])),
      },
      batches: { leadCreated: created },
    }),
    consume({
      group,
      topic: 'account.events',
      broadcast: true,
      handlers: {
        sessionEnded: async ({ userId, payload }) => clients.endSession(userId, payload.value.sessionRef),
        accountDeleted: async ({ userId }) => {
          clients.endUser(userId);
          await streams.forget(userId);
        },
      },
    }),
  ];
}

/** Announces new leads, with the titles that the lead service returns for those of one user together. */
function announcing(
  titlesOf: LeadTitles,
  announce: (event: EventOf<'leadCreated'>, frame: ServerFrame) => Promise<void>,
): (events: readonly EventOf<'leadCreated'>[]) => Promise<void> {
  return async (events) => {
    for (const [userId, own] of Map.groupBy(events, (event) => event.userId)) {
      const idOf = (event: EventOf<'leadCreated'>) => event.payload.value.leadId;
      const titles = await titlesOf(userId, own.map(idOf));
      for (const event of own) await announce(event, newLead(event, titles.get(idOf(event)) ?? ''));
    }
  };
}

/** Sends an event's frames and measures their delay. */
function frameSender(streams: Pick<UserStreams, 'send'>, { meters, clock }: Pick<Platform, 'meters' | 'clock'>) {
  const lag = meters.histogram('socketLag');
  const observe = ({ occurredAt, payload }: EventOf<EventCase>, sockets: number) => {
    if (sockets === 0 || occurredAt === undefined) return;
    const { type } = eventTable[payload.case];
    // The clocks of two machines differ slightly.
    const lateMs = Math.max(0, clock.now().getTime() - timestampDate(occurredAt).getTime());
    lag.observe({ type }, lateMs / 1000);
  };
  return async (event: EventOf<EventCase>, frames: readonly ServerFrame[]): Promise<void> => {
    if (frames.length === 0) return;
    const pendingFrames = frames.map((frame, n): PendingFrame => ({
      id: n === 0 ? event.id : `${event.id}.${n}`,
      text: textOf(frame),
      // One observation for each event.
      onSent: (sockets) => void (n === 0 && observe(event, sockets)),
    }));
    await streams.send(event.userId, pendingFrames);
  };
}
