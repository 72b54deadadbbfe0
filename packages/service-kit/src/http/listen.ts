import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Listening {
  readonly name: string;
  readonly url: string;
  /** Waits while clients leave, stops accepting, waits for answers in progress, and closes idle connections. */
  stop(): Promise<void>;
}

/** How clients leave a server before it stops. */
export interface Leaving {
  /** Aborted when the stop is requested. From then on, each answer closes its connection. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds after that during which connections are still accepted and kept. If this is longer than clients keep
   * an idle connection, no request arrives on a connection that we are closing. See
   * docs/decisions/0071-graceful-stop-lingers.md.
   */
  readonly lingerMs: number;
}

/** The address to listen on. */
export interface Address {
  readonly port: number;
  readonly host: string;
  /** The setting that chose the port; the error message names it when the port is taken. */
  readonly setting?: string;
}

/**
 * Listens on host and port; 0 picks a free port. When the port is taken, rejects with an error that explains what to
 * do.
 */
export async function listen(name: string, server: Server, at: Address, leaving?: Leaving): Promise<Listening> {
  const { underWay, closeIdle } = watchConnections(server);
  const left = leaving === undefined ? () => Promise.resolve() : clientsLeave(server, underWay, leaving);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(problem(name, error, at)));
    server.listen(at.port, at.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : at.port;
  const host = at.host.includes(':') ? `[${at.host}]` : at.host;
  return {
    name: `${name} http`,
    url: `http://${host}:${port}`,
    stop: async () => {
      await left();
      await arrivedRead();
      await drain(server, closeIdle);
    },
  };
}

/**
 * Resolves after the server has read what has arrived. On a busy machine timers end before that, and closing a
 * connection with an unread request resets it. Between two immediates Node reads all sockets.
 */
function arrivedRead(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/**
 * Closes each connection with its next answer. The returned function resolves after the linger, when idle clients have
 * left.
 */
function clientsLeave(server: Server, underWay: UnderWay, { signal, lingerMs }: Leaving): () => Promise<void> {
  let lingered = Promise.resolve();
  signal.addEventListener(
    'abort',
    () => {
      for (const [res, req] of underWay) if (!res.headersSent) endConnection(req, res);
      lingered = new Promise((resolve) => setTimeout(resolve, lingerMs));
    },
    { once: true },
  );
  // Runs before the handlers, because a handler may answer immediately.
  server.prependListener('request', (req, res) => {
    if (signal.aborted) endConnection(req, res);
  });
  return () => lingered;
}

/** Sets the request header too, because a proxy reads it to decide whether to keep the connection. */
function endConnection(req: IncomingMessage, res: ServerResponse): void {
  req.headers.connection = 'close';
  res.shouldKeepAlive = false;
}

function problem(name: string, error: NodeJS.ErrnoException, { port, host, setting }: Address): Error {
  if (error.code === 'EADDRINUSE') {
    const variable = setting ?? (name === 'gateway' ? 'PORT' : `${name.toUpperCase()}_PORT`);
    return new Error(`Port ${port} is in use by another program: stop it, or set ${variable} to a free port`);
  }
  if (error.code === 'EACCES') return new Error(`Port ${port} may not be opened by this user: choose one above 1023`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Error(`This machine has no address ${host}: set HOST to one of its own, such as 127.0.0.1 or 0.0.0.0`);
  }
  return error;
}

type UnderWay = ReadonlyMap<ServerResponse, IncomingMessage>;

/**
 * Tracks answers in progress and open connections. Node's closeIdleConnections skips connections that have not sent
 * their first request, for example when the client left while connecting.
 */
function watchConnections(server: Server): { underWay: UnderWay; closeIdle(): void } {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const underWay = new Map<ServerResponse, IncomingMessage>();
  // Runs before the handlers, because a handler may answer immediately.
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    underWay.set(res, req);
    res.once('close', () => underWay.delete(res));
  });
  // An upgraded socket is closed by the code that upgraded it.
  server.on('upgrade', ({ socket }: IncomingMessage) => open.delete(socket));
  return {
    underWay,
    closeIdle: () => {
      const answering = new Set([...underWay.values()].map(({ socket }) => socket));
      for (const socket of open) if (!answering.has(socket)) socket.destroy();
    },
  };
}

function drain(server: Server, closeIdle: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    closeIdle();
    // Kept-alive connections become idle after their answer. They must not delay the stop.
    const sweep = setInterval(closeIdle, 50);
    server.once('close', () => clearInterval(sweep));
  });
}
