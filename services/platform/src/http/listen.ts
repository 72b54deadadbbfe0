import type { Server } from 'node:http';

export interface Listening {
  readonly name: string;
  readonly url: string;
  /** Stops accepting, waits for the answers under way, closes idle connections. */
  stop(): Promise<void>;
}

/** Listens on host and port (0 picks a free one); rejects with what to do when the port is taken. */
export async function listen(name: string, server: Server, at: { port: number; host: string }): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(problem(name, error, at.port)));
    server.listen(at.port, at.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : at.port;
  return { name: `${name} http`, url: `http://${at.host}:${port}`, stop: () => drain(server) };
}

function problem(name: string, error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    const variable = name === 'gateway' ? 'PORT' : `${name.toUpperCase()}_PORT`;
    return new Error(`Port ${port} is in use by another program: stop it, or set ${variable} to a free port`);
  }
  if (error.code === 'EACCES') return new Error(`Port ${port} may not be opened by this user: choose one above 1023`);
  return error;
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Keep-alive connections become idle when their answer is out; they must not hold the stop.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.once('close', () => clearInterval(sweep));
  });
}
