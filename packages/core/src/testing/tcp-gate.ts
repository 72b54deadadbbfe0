import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A way to a server over which a test rules. */
export interface TcpGate {
  readonly port: number;
  /** Ends all connections and takes no new ones, as when the server is gone. */
  cut(): Promise<void>;
  /** Takes connections but passes nothing on, as when packets get lost. */
  hang(): void;
  /** Passes on as at first; what was held is lost with its connection. */
  open(): Promise<void>;
  stop(): Promise<void>;
}

/** A proxy on loopback to `host:port`, open from the start; `listenPort` 0: a free one. */
export async function tcpGate(target: { host: string; port: number }, listenPort = 0): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((inner) => {
    const outer = connect(target);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    inner.on('data', (data) => void (hanging || outer.write(data)));
    outer.on('data', (data) => void (hanging || inner.write(data)));
  });
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    drop();
    await closed;
  };
  const port = await listen(listenPort);
  return {
    port,
    cut: close,
    hang: () => {
      hanging = true;
    },
    open: async () => {
      hanging = false;
      drop();
      if (!server.listening) await listen(port);
    },
    stop: close,
  };
}

/**
 * For kafkajs: whatever broker is meant, the connection goes through the gate, as Kafka sends its clients to the address
 * that it advertises. One broker only.
 */
export function gateSockets({ port }: TcpGate) {
  return ({ onConnect }: { onConnect: () => void }): Socket => {
    const socket = connect({ host: '127.0.0.1', port }, onConnect);
    socket.setKeepAlive(true, 60_000);
    return socket;
  };
}
