import { connect, createServer, type Socket } from 'node:net';

/** A connection to a server that a test controls. */
export interface TcpGate {
  readonly port: number;
  /** Closes all connections and refuses new ones, as if the server were down. */
  cut(): Promise<void>;
  /** Accepts connections but forwards nothing, as if packets were lost. */
  hang(): void;
  /** Forwards again. Data held back is lost with its connection. */
  open(): Promise<void>;
  stop(): Promise<void>;
}

/** A proxy on loopback to `host:port`, open from the start. `listenPort` 0 chooses a free port. */
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
 * A socket factory for kafkajs. Every connection goes through the gate, although Kafka sends its clients to its
 * advertised address. Supports one broker only.
 */
export function gateSockets({ port }: TcpGate) {
  return ({ onConnect }: { onConnect: () => void }): Socket => {
    const socket = connect({ host: '127.0.0.1', port }, onConnect);
    socket.setKeepAlive(true, 60_000);
    return socket;
  };
}
