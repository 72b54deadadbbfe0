import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Schema } from 'mongoose';
import { z } from 'zod';
import { connectMongo, type MongoConnection } from '../src/cluster/mongo.ts';
import { createLogger } from '@earshot/core';
import { defineService } from '../src/service/service.ts';
import { awakeMs, type TcpGate, tcpGate, until } from '@earshot/core/testing';
import { type OwnContainer, startMongo, startTestServices, type TestServices } from '@earshot/testing';
import { describeWhen } from '../../testing/src/describe-when.ts';

const unavailable = 'This part of Earshot is not answering; try again in a moment';
const thing = new Schema<{ _id: string }>({ _id: { type: String, required: true } });

let server: OwnContainer & { url: string };
let gate: TcpGate;
let opened: MongoConnection[] = [];
let services: TestServices | undefined;
let logged: string[] = [];

function connect(url: string): MongoConnection {
  const log = createLogger({ name: 'test', level: 'info', stream: { write: (line) => void logged.push(line) } });
  const dbName = `connection_${randomBytes(5).toString('hex')}`;
  const made = connectMongo({ url, dbName, appName: 'test', log });
  opened.push(made);
  return made;
}

/** Returns the URL of the same server through the gate. */
function throughGate(): string {
  const url = new URL(server.url);
  url.host = `127.0.0.1:${gate.port}`;
  return url.href;
}

/** A service whose POST stores a thing and whose GET counts them. */
async function serve({ connection }: MongoConnection): Promise<string> {
  const model = connection.model('Thing', thing);
  const service = defineService({
    name: 'lead',
    database: null,
    config: z.object({}),
    serves: [],
    calls: [],
    publishes: [],
    consumes: [],
    start: async () => ({
      mount: (app) => {
        app.get('/things', async (_req, res) => void res.json({ count: await model.countDocuments() }));
        app.post('/things', async (_req, res) => {
          // Uses a bulk write, whose errors contain the cause of the failure.
          await model.insertMany([{ _id: randomBytes(5).toString('hex') }]);
          res.status(201).json({});
        });
      },
    }),
  });
  services = await startTestServices([service]);
  return `${services.urlOf('lead')}/things`;
}

async function ask(url: string, method = 'GET'): Promise<{ status: number; body: unknown; ms: number }> {
  const asked = fetch(url, { method }).then(async (response) => {
    const body: unknown = await response.json();
    return { status: response.status, body };
  });
  const ms = await awakeMs(() => asked);
  return { ...(await asked), ms };
}

async function expectUnavailable(url: string, method = 'GET'): Promise<void> {
  const answer = await ask(url, method);
  expect(answer).toMatchObject({ status: 503, body: { code: 'service.unavailable', message: unavailable } });
  expect(answer.ms).toBeLessThan(2_000);
}

function answers(url: string): Promise<true> {
  return until('an answer', async () => (await ask(url)).status === 200);
}

/** A busy machine may miss a heartbeat. The write is then rejected and is repeated. */
function stores(url: string): Promise<true> {
  return until('a write', async () => (await ask(url, 'POST')).status === 201);
}

/** A rejected write may have been stored as well, because its outcome was unknown. */
function bothKept(url: string): Promise<true> {
  const counted = z.object({ count: z.number() });
  return until('both', async () => (counted.safeParse((await ask(url)).body).data?.count ?? 0) >= 2);
}

/** Returns the log's messages about MongoDB, in order. */
function loggedStates(): string[] {
  return logged.flatMap((line) => ['MongoDB is away', 'MongoDB is back'].filter((word) => line.includes(word)));
}

await describeWhen('the connection to mongo', { servers: ['mongo'], own: true }, () => {
  beforeAll(async () => {
    server = await startMongo();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    logged = [];
    opened = [];
    const { hostname, port } = new URL(server.url);
    gate = await tcpGate({ host: hostname, port: Number(port) });
  });

  afterEach(async () => {
    await services?.stop();
    services = undefined;
    await Promise.all(opened.map((one) => one.close()));
    await gate.stop();
  });

  describe('503 in under 2 s, and no restart when it is back', () => {
    it('when MongoDB is killed and started again', async () => {
      const mongo = connect(server.url);
      await mongo.connected;
      const url = await serve(mongo);
      await stores(url);
      await server.kill();
      await Promise.all([expectUnavailable(url), expectUnavailable(url, 'POST')]);
      await expectUnavailable(url);
      await server.start();
      await answers(url);
      await stores(url);
      await bothKept(url);
      // A hung monitor is reported after a while. A late heartbeat causes one more loss and recovery.
      await until('word of both', () => loggedStates().length >= 2 && loggedStates().length % 2 === 0);
      expect(loggedStates()).toEqual(loggedStates().map((_, n) => (n % 2 ? 'MongoDB is back' : 'MongoDB is away')));
    });

    it('when MongoDB stands still, also for calls on open connections', async () => {
      const mongo = connect(server.url);
      await mongo.connected;
      const url = await serve(mongo);
      await stores(url);
      await server.pause();
      try {
        await Promise.all(Array.from({ length: 40 }, (_, n) => expectUnavailable(url, n % 2 ? 'GET' : 'POST')));
        await expectUnavailable(url);
      } finally {
        await server.unpause();
      }
      await answers(url);
    });

    it("when the driver's monitor of it hangs: it reconnects", async () => {
      const mongo = connect(server.url);
      await mongo.connected;
      const url = await serve(mongo);
      await stores(url);
      const hung = mongo.connection.getClient();
      // Simulates the observed fault: the monitor reports neither successful nor failed heartbeats.
      hung.removeAllListeners('serverHeartbeatSucceeded').removeAllListeners('serverHeartbeatFailed');
      await until('another client', async () => mongo.connection.getClient() !== hung);
      await answers(url);
      await stores(url);
      await bothKept(url);
      expect(logged.filter((line) => line.includes(': reconnecting'))).toHaveLength(1);
    });

    it('when the way to it is cut, and when packets get lost', async () => {
      const mongo = connect(throughGate());
      await mongo.connected;
      const url = await serve(mongo);
      await answers(url);
      await gate.cut();
      await expectUnavailable(url);
      await gate.open();
      await answers(url);
      gate.hang();
      await expectUnavailable(url);
      await gate.open();
      await answers(url);
    });

    it('when MongoDB is unavailable at the start: connecting is retried until it succeeds', async () => {
      await gate.cut();
      const mongo = connect(throughGate());
      const url = await serve(mongo);
      await expectUnavailable(url);
      await until('word of it', () => logged.some((line) => line.includes('MongoDB is away')));
      await expectUnavailable(url, 'POST');
      await gate.open();
      await mongo.connected;
      await answers(url);
    });
  });

  it('is closed while it is still trying', async () => {
    await gate.cut();
    const mongo = connect(throughGate());
    await mongo.close();
    await expect(mongo.connected).rejects.toThrow();
  });

  it('gives up at once on an address that cannot be one', async () => {
    await expect(connect('mongodb://').connected).rejects.toThrow('host list');
  });

  it('asks for a write to be in the journal of a majority', async () => {
    const mongo = connect(server.url);
    await mongo.connected;
    expect(mongo.connection.getClient().options.writeConcern).toMatchObject({ w: 'majority', j: true });
  });
});
