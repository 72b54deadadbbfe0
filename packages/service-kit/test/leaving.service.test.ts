import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '@earshot/core/testing';
import { serveHealth } from '../src/http/health.ts';
import { listen, type Listening } from '../src/http/listen.ts';

const lingerMs = 6_000;
const others = ['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'nextTick', 'performance'] as const;

let stop: AbortController;
let agent: Agent;
beforeEach(() => {
  stop = new AbortController();
  agent = new Agent({ keepAlive: true });
});
afterEach(() => {
  jest.useRealTimers();
  agent.destroy();
});

function listening(handler: (req: IncomingMessage, res: ServerResponse) => void): Promise<Listening> {
  const server = createServer(handler);
  return listen('test', server, { port: 0, host: '127.0.0.1' }, { signal: stop.signal, lingerMs });
}

async function ask(url: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = get(url, { agent }, resolve).on('error', reject);
  const answer = await promise;
  answer.resume();
  await once(answer, 'end');
  return { connection: answer.headers.connection, reused: sent.reusedSocket, status: answer.statusCode };
}

/** From here on, timers end only when the test ends them. */
function holdTimers(): void {
  jest.useFakeTimers({ doNotFake: [...others] });
}

it('answers on kept connections and on new ones while clients leave, and ends each with its answer', async () => {
  const server = await listening((_req, res) => void res.end('here'));
  expect(await ask(server.url)).toEqual({ connection: 'keep-alive', reused: false, status: 200 });
  holdTimers();
  stop.abort();
  const stopped = server.stop();
  expect(await ask(server.url)).toEqual({ connection: 'close', reused: true, status: 200 });
  expect(await ask(server.url)).toEqual({ connection: 'close', reused: false, status: 200 });
  jest.advanceTimersByTime(lingerMs);
  jest.useRealTimers();
  await stopped;
  await expect(ask(server.url)).rejects.toThrow('ECONNREFUSED');
});

it('leaves idle connections to their clients until these have had time to leave', async () => {
  const server = await listening((_req, res) => void res.end('here'));
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(idle, 'connect');
  let closed = false;
  idle.on('close', () => (closed = true)).resume();
  holdTimers();
  stop.abort();
  const stopped = server.stop();
  jest.advanceTimersByTime(lingerMs - 1);
  expect(await ask(server.url)).toMatchObject({ status: 200 });
  expect(closed).toBe(false);
  jest.advanceTimersByTime(1);
  jest.useRealTimers();
  await stopped;
  await until('the idle connection to be closed', () => closed);
});

it('answers a request that has arrived when the time ends but that it has not read yet', async () => {
  const server = await listening((_req, res) => void res.end('here'));
  const kept = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(kept, 'connect');
  holdTimers();
  stop.abort();
  const stopped = server.stop();
  kept.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  // As on a busy machine: the server reads only after the timer.
  jest.advanceTimersByTime(lingerMs);
  jest.useRealTimers();
  const [answer] = await Promise.all([text(kept), stopped]);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK.*here$/s);
});

it('ends the connection of an answer that was under way', async () => {
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<ServerResponse>();
  const server = await listening((_req, res) => wasAsked(res));
  const answer = ask(server.url);
  const res = await asked;
  holdTimers();
  stop.abort();
  const stopped = server.stop();
  res.end('here');
  expect(await answer).toMatchObject({ connection: 'close', status: 200 });
  jest.advanceTimersByTime(lingerMs);
  jest.useRealTimers();
  await stopped;
});

it('is not ready any more, though alive', async () => {
  const server = await listening(express().use(serveHealth([], stop.signal)));
  expect(await ask(`${server.url}/health/ready`)).toMatchObject({ status: 200 });
  holdTimers();
  stop.abort();
  const stopped = server.stop();
  expect(await ask(`${server.url}/health/ready`)).toMatchObject({ status: 503 });
  expect(await ask(`${server.url}/health/live`)).toMatchObject({ status: 200 });
  jest.advanceTimersByTime(lingerMs);
  jest.useRealTimers();
  await stopped;
});
