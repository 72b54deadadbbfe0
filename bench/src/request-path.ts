import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeasuredCall } from './cpu-of-calls.ts';
import { type ServerProcess, startServer } from './earshot-process.ts';

export const requestPath = '/api/subreddits';
/** The secret of the session that calls use. */
export const sessionSecret = 'a-secret-of-the-benchmark';

/** The gateway before an owner that always returns the same answer, each in its own process. `settings` are the gateway's. */
export async function startRequestPath(settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-request-path-'));
  const running: ServerProcess[] = [];
  const start = async (file: string, given: Readonly<Record<string, string>>) => {
    const args = [`bench/src/request-path/${file}.ts`];
    const ready = file === 'gateway' ? '/health/ready' : requestPath;
    const server = await startServer({ args, settings: given, path: ready });
    running.push(server);
    return server;
  };
  const stop = async () => {
    for (const server of running) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { url: upstream } = await start('upstream', {});
    const gateway = await start('gateway', { UPSTREAM: upstream, FOLDER: folder, SECRET: sessionSecret, ...settings });
    return { upstream, gateway, start, measured: await signedInCall(upstream), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Describes the signed-in call of a server before the upstream. Every correct answer is the upstream's. The cookie is that
 * of a session of the gateway by default.
 */
export async function signedInCall(upstream: string) {
  const text = await (await fetch(upstream + requestPath)).text();
  return (server: MeasuredCall['server'], cookie = `earshot=${sessionSecret}`): MeasuredCall => ({
    server,
    path: requestPath,
    call: () => ({ cookie, address: '192.0.2.1' }),
    text,
  });
}
