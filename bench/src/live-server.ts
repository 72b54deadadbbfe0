import { type BusRecord, consume, eventFactory, type EventOf, type Subscription } from '@earshot/event-bus';
import { liveChannelTarget, type Platform } from '@earshot/service-kit';
import { idleService, startTestServices } from '@earshot/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as SocketIo } from 'socket.io';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { realtimeService } from '../../services/realtime/src/service.ts';
import { sleep } from './earshot-process.ts';
import { machineMs } from './figures.ts';

/** A child process that serves one kind of live channel. The parent sends commands, and gets figures. */
const command = z.discriminatedUnion('do', [
  /** Sends `batches` of `size` events, one batch every `everyMs`. Ids have `idBytes`. */
  z.object({
    do: z.literal('send'),
    batches: z.number(),
    size: z.number(),
    everyMs: z.number(),
    idBytes: z.number(),
  }),
  z.object({ do: z.literal('measure') }),
]);
export type Command = z.input<typeof command>;

const userId = 'bench-user';
const tokenEveryMs = 10_000;
/** Timers fire up to a millisecond late. */
const lateMs = 2;

interface Channel {
  readonly url: string;
  /** A token of the session, which expires after a minute. */
  token(): string;
  /** Sends an event to all clients, as the bus would hand it over. */
  handle(record: BusRecord): Promise<void>;
}

const kinds: Readonly<Record<string, () => Promise<Channel>>> = {
  earshot: earshotChannel,
  ws: plainChannel,
  'socket.io': socketIoChannel,
};

/** Events reach every kind of server in the same way, without a broker. */
function reader(subscription: Subscription): Channel['handle'] {
  const signal = new AbortController().signal;
  const ignored = { begin: async () => undefined, progress: () => undefined, release: () => undefined };
  const facts = { partition: 0, offset: 0, attempt: 1, lastAttempt: false, signal, ...ignored };
  return (record) => subscription.handle({ record, ...facts });
}

function readerOfLeads(leadPlaceAdded: (event: EventOf<'leadPlaceAdded'>) => Promise<void>): Channel['handle'] {
  return reader(consume({ group: 'bench', topic: 'lead.events', broadcast: true, handlers: { leadPlaceAdded } }));
}

/** The realtime service on embedded stores. Its events come from the benchmark instead of the bus. */
async function earshotChannel(): Promise<Channel> {
  const subscriptions: Subscription[] = [];
  const withoutBus = ({ bus }: Platform): Platform['bus'] => ({
    publish: (records) => bus.publish(records),
    subscribe: async (subscription) => {
      subscriptions.push(subscription);
      return { stop: async () => undefined };
    },
    lag: (group, topic) => bus.lag(group, topic),
    deadLetters: (group) => bus.deadLetters(group),
    replay: (group, id) => bus.replay(group, id),
  });
  const services = await startTestServices([idleService('gateway'), realtimeService], {
    platform: (own) => ({ ...own, bus: withoutBus(own) }),
  });
  const { tokens } = services.platformOf('gateway');
  const leads = subscriptions.find(({ topic }) => topic === 'lead.events');
  if (leads === undefined) throw new Error('realtime does not subscribe to leads');
  return {
    url: `${services.urlOf('realtime').replace('http', 'ws')}/ws`,
    token: () => tokens.sign(liveChannelTarget, { userId, admin: false }),
    handle: reader(leads),
  };
}

function frameOf({ payload }: EventOf<'leadPlaceAdded'>) {
  return { type: 'lead_place_added', data: { id: payload.value.leadId } };
}

/** One stringify for each event, one send for each client. */
async function plainChannel(): Promise<Channel> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: addressOf(server.address(), '/'),
    token: () => '',
    handle: readerOfLeads(async (event) => {
      const text = JSON.stringify(frameOf(event));
      for (const client of server.clients) if (client.readyState === WebSocket.OPEN) client.send(text);
    }),
  };
}

async function socketIoChannel(): Promise<Channel> {
  const http = createServer();
  const server = new SocketIo(http, { transports: ['websocket'] });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: addressOf(http.address(), '/socket.io/?EIO=4&transport=websocket'),
    token: () => '',
    handle: readerOfLeads(async (event) => void server.emit('frame', frameOf(event))),
  };
}

function addressOf(address: AddressInfo | string | null, path: string): string {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `ws://127.0.0.1:${address.port}${path}`;
}

const createEvent = eventFactory('lead', () => new Date());

/** An event whose frame needs nothing from other services. */
function eventOf(leadId: string): BusRecord {
  return createEvent({ userId, payload: { case: 'leadPlaceAdded', value: { leadId } } }).record;
}

/** Returns when each event was sent. */
async function sendAll(channel: Channel, { batches, size, everyMs, idBytes }: Command & { do: 'send' }) {
  const sentAtMs: number[] = [];
  const start = machineMs();
  for (let batch = 0; batch < batches; batch += 1) {
    const due = start + batch * everyMs;
    // Events are created before they are due, and not right after others: this work of their publisher delays nothing.
    await sleep(Math.max(0, due - everyMs / 2 - machineMs()));
    const id = (n: number) => `${batch * size + n} `.padEnd(idBytes, 'x');
    const events = Array.from({ length: size }, (_, n) => eventOf(id(n)));
    await sleep(Math.max(0, due - machineMs()));
    const sending = events.map((record) => {
      // A late event counts from its due time, or a server could hide the time in which it was busy with earlier ones.
      const now = machineMs();
      sentAtMs.push(now - due > lateMs ? due : now);
      return channel.handle(record);
    });
    await Promise.all(sending);
  }
  return sentAtMs;
}

if (process.send !== undefined) {
  const channel = await kinds[process.argv[2] ?? '']?.();
  if (channel === undefined) throw new Error('usage: live-server KIND');
  const sendToken = () => process.send?.({ token: channel.token() });
  sendToken();
  setInterval(sendToken, tokenEveryMs);
  process.send({ url: channel.url });
  process.on('message', (message) => void answer(channel, command.parse(message)));
}

async function answer(channel: Channel, asked: z.output<typeof command>): Promise<void> {
  const sentAtMs = asked.do === 'send' ? await sendAll(channel, asked) : [];
  // The first collection finds the buffers that the second one no longer counts.
  globalThis.gc?.();
  await sleep(10);
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, liveMb: (heapUsed + external) / 1024 / 1024, sentAtMs });
}
