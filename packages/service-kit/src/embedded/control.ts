import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { chmodSync, rmSync } from 'node:fs';
import { json, text } from 'node:stream/consumers';
import { z } from 'zod';
import { knownSocketPath, socketPath } from '@earshot/embedded-mongo';
import type { Operation, OperationPlace, Platform, Service } from '../service/service.ts';

const socketName = 'control';

/** An operator's request, as it is sent over the socket. */
const question = z.object({ service: z.string(), operation: z.string(), args: z.array(z.string()) });
export type Question = z.infer<typeof question>;

const reply = z.object({ lines: z.array(z.string()), problem: z.string().nullable() });
type Reply = z.infer<typeof reply>;

/**
 * Accepts operators' commands for a running Earshot over a socket in the data folder that only the folder's owner can
 * use. See docs/decisions/0066-operations-run-inside-earshot.md.
 */
export interface Control {
  /** Makes the service's operations available, and returns the platform. */
  offering(service: Pick<Service, 'name' | 'operations'>, platform: Platform): Platform;
  /** Stops after the running operations have finished. */
  stop(): Promise<void>;
}

/** Opens the socket. This process must hold the folder, so no running process uses an existing socket file. */
export async function startControl(folder: string): Promise<Control> {
  const offered = new Map<string, { run: Operation; place: OperationPlace }>();
  const server = createServer((req, res) => {
    void answer(req, offered).then((given) => {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(given));
    });
  });
  const path = socketPath(folder, socketName);
  rmSync(path, { force: true });
  await listen(server, path);
  chmodSync(path, 0o600);
  return {
    offering: ({ name, operations }, platform) => {
      for (const [operation, run] of Object.entries(operations ?? {}))
        offered.set(`${name} ${operation}`, { run, place: platform });
      return platform;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answer(
  req: IncomingMessage,
  offered: ReadonlyMap<string, { run: Operation; place: OperationPlace }>,
): Promise<Reply> {
  try {
    const { service, operation, args } = question.parse(await json(req));
    const found = offered.get(`${service} ${operation}`);
    if (found === undefined)
      throw new Error(`The running Earshot does not know ${operation}: is it of another version?`);
    return { lines: [...(await found.run(args, found.place))], problem: null };
  } catch (error) {
    return { lines: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}

/**
 * Asks the Earshot that holds the folder to run an operation. Returns null when none answers. Waits as long as the
 * operation takes. Throws an Error with the operation's message when it fails.
 */
export async function askRunning(folder: string, asked: Question): Promise<readonly string[] | null> {
  const path = knownSocketPath(folder, socketName);
  const answered = path === null ? null : await post(path, JSON.stringify(asked));
  if (answered === null) return null;
  const { lines, problem } = reply.parse(JSON.parse(answered));
  if (problem !== null) throw new Error(problem);
  return lines;
}

const nobody = z.object({ code: z.enum(['ENOENT', 'ECONNREFUSED']) });

function post(path: string, body: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: path, method: 'POST', headers: { 'content-type': 'application/json' } });
    asking.once('response', (res) => void text(res).then(resolve, reject));
    asking.once('error', (error) => (nobody.safeParse(error).success ? resolve(null) : reject(error)));
    asking.end(body);
  });
}
