import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface Forward {
  /** An address on loopback that stays the same. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Milliseconds before kubectl is restarted. */
const againAfterMs = 300;

/**
 * Runs `kubectl port-forward` to a port of a Service (`svc/NAME`) and survives the end of its pods. kubectl connects to
 * one pod. It exits with the pod and is then restarted behind the same address, and new connections wait until it is
 * ready.
 */
export async function portForward(namespace: string, target: string, port: number): Promise<Forward> {
  const tunnel = keptTunnel(['--namespace', namespace, 'port-forward', '--address', '127.0.0.1', target, `:${port}`]);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => near.destroy()).on('close', () => open.delete(near));
    void tunnel.port().then((to) => {
      const far = connect(to, '127.0.0.1');
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      near.pipe(far).pipe(near);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    stop: async () => {
      server.close();
      for (const one of open) one.destroy();
      await tunnel.stop();
    },
  };
}

function keptTunnel(args: readonly string[]) {
  let stopped = false;
  let next = Promise.withResolvers<number>();
  let child: ReturnType<typeof begin> | undefined;
  const begin = () => {
    const kubectl = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    createInterface(kubectl.stdout).on('line', (line) => {
      const [, port] = /^Forwarding from 127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port !== undefined) next.resolve(Number(port));
    });
    kubectl
      .on('error', () => undefined)
      .once('close', () => {
        next = Promise.withResolvers();
        if (!stopped) setTimeout(() => (child = begin()), againAfterMs);
      });
    return kubectl;
  };
  child = begin();
  return {
    port: () => next.promise,
    stop: async () => {
      stopped = true;
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the forward has no port');
  return address.port;
}
