import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a browser and the product. Tests can cut and restore it. */
export interface Wire {
  /** The address of the product through this proxy. */
  readonly url: string;
  /** Closes all connections at once and refuses new ones. */
  cut(): void;
  mend(): void;
  /**
   * Drops all data on open live connections in both directions without closing them, as when a computer sleeps. New
   * ones work.
   */
  freezeLive(): void;
  stop(): Promise<void>;
}

const upgrade = /\r\nupgrade: websocket\r\n/i;

/** Starts a proxy to an address. */
export async function layWire(to: string): Promise<Wire> {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  const live = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('error', () => other.destroy());
      from.on('close', () => {
        ends.delete(from);
        live.delete(from);
        other.destroy();
      });
      from.pipe(other);
    }
    near.once('data', (head) => {
      if (!upgrade.test(head.toString('latin1'))) return;
      live.add(near);
      live.add(far);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    cut,
    mend: () => {
      isCut = false;
    },
    freezeLive: () => {
      for (const end of live) {
        end.unpipe();
        end.resume();
      }
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the wire has no port');
  return address.port;
}
