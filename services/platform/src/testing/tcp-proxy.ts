import type { Server, Socket } from 'node:net';
import { createConnection, createServer } from 'node:net';

/** Stands between a client and a server, on loopback. */
export interface TcpProxy {
  readonly host: string;
  readonly port: number;
  /** Closes every connection, and every new one at once: what a dead host or a refused port looks like. */
  cut(): void;
  /** Lets nothing through but closes nothing, also of new connections: what lost packets look like. */
  stall(): void;
  /** New connections work again; stalled ones are closed, as their peers have long given them up. */
  mend(): void;
  close(): Promise<void>;
}

/**
 * Opens a proxy to `host:port`. Kafka sends its clients to the address it advertises: there, let the client's
 * `socketFactory` connect to the proxy instead (`proxySockets`).
 */
export async function openTcpProxy({ target }: { target: string }): Promise<TcpProxy> {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'stalled' = 'open';

  function keep(socket: Socket, other: Socket | undefined): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other?.destroy();
    });
  }

  const server = createServer((client) => {
    if (state === 'cut') return client.destroy();
    if (state === 'stalled') return keep(client, undefined);
    const upstream = createConnection({ host, port: Number(port) });
    keep(client, upstream);
    keep(upstream, client);
    client.pipe(upstream).pipe(client);
  });
  const own = await listening(server);

  function destroyAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    host: '127.0.0.1',
    port: own,
    cut: () => {
      state = 'cut';
      destroyAll();
    },
    stall: () => {
      state = 'stalled';
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    mend: () => {
      if (state === 'stalled') destroyAll();
      state = 'open';
    },
    close: async () => {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}

/** For kafkajs: whatever broker is meant, the connection goes to the proxy. One broker only. */
export function proxySockets({ host, port }: TcpProxy) {
  return ({ onConnect }: { onConnect: () => void }): Socket => {
    const socket = createConnection({ host, port }, onConnect);
    socket.setKeepAlive(true, 60_000);
    return socket;
  };
}
