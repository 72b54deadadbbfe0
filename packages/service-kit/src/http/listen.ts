import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Listening {
  readonly name: string;
  readonly url: string;
  /** Waits while clients leave, then stops accepting, waits for the answers under way, closes idle connections. */
  stop(): Promise<void>;
}

/** How a server's clients leave before it stops. */
export interface Leaving {
  /** Aborted when the stop is asked for: from then on each answer ends its connection. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds from then on in which connections are accepted and kept all the same. Longer than clients keep an idle
   * one, no request ever meets a connection that we are closing.
   */
  readonly lingerMs: number;
}

/** Where to listen. */
export interface Address {
  readonly port: number;
  readonly host: string;
  /** The setting that chose the port, for whoever must choose another. */
  readonly setting?: string;
}

/** Listens on host and port (0 picks a free one); rejects with what to do when the port is taken. */
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
    stop: () => left().then(() => drain(server, closeIdle)),
  };
}

/** Sends clients away with their next answer; resolves when those that ask for nothing have left by themselves. */
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
  // Before the handlers, one of which may answer at once.
  server.prependListener('request', (req, res) => {
    if (signal.aborted) endConnection(req, res);
  });
  return () => lingered;
}

/** As if the client had asked for it: a proxy answers by what the request says. */
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
 * Knows the answers under way and the connections without one. Node's own closeIdleConnections passes over a connection
 * that has not sent its first request, such as one whose client left while it was being opened.
 */
function watchConnections(server: Server): { underWay: UnderWay; closeIdle(): void } {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const underWay = new Map<ServerResponse, IncomingMessage>();
  // Before the handlers, one of which may answer at once.
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    underWay.set(res, req);
    res.once('close', () => underWay.delete(res));
  });
  // A socket that was upgraded is closed by who upgraded it.
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
    // Kept-alive connections become idle when their answer is out; they must not hold the stop.
    const sweep = setInterval(closeIdle, 50);
    server.once('close', () => clearInterval(sweep));
  });
}
