import type { Subscription } from '@earshot/platform';
import { consume } from '@earshot/platform';
import { leadRescored, leadStatusUpdated, newLead, scanEnded, scanProgress } from '../domain/frames.ts';
import type { Clients } from '../sockets/clients.ts';
import { firstCopies } from './first-copies.ts';

const group = 'realtime';

/** Every replica hears every event and tells the sockets it holds; nothing is stored, lists are refetched on reconnect. */
export function forwarding(clients: Pick<Clients, 'send' | 'endSession' | 'endUser'>): Subscription[] {
  const once = firstCopies();
  return [
    consume({
      group,
      topic: 'scan.events',
      broadcast: true,
      handlers: {
        scanProgressed: async ({ id, userId, payload }) =>
          once(id, () => clients.send(userId, scanProgress(payload.value.job))),
        scanEnded: async ({ id, userId, payload }) =>
          once(id, () => clients.send(userId, scanEnded(payload.value.job))),
      },
    }),
    consume({
      group,
      topic: 'lead.events',
      broadcast: true,
      handlers: {
        leadCreated: async (event) => once(event.id, () => clients.send(event.userId, [newLead(event)])),
        leadStatusChanged: async (event) =>
          once(event.id, () => clients.send(event.userId, [leadStatusUpdated(event)])),
        leadRescored: async (event) => once(event.id, () => clients.send(event.userId, [leadRescored(event)])),
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
