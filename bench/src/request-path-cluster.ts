import { createLogger } from '@earshot/core';
import { serviceNames } from '@earshot/proto/values';
import { imageOf } from '@earshot/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOperation } from '../../e2e/src/cluster/operations.ts';
import { removeNamespace, type ServerAddresses, sharedServers } from '../../e2e/src/cluster/servers.ts';
import { mainOf } from '../../e2e/src/cluster/service-process.ts';
import { connectMongo } from '../../packages/service-kit/src/cluster/mongo.ts';
import { databaseName } from '../../packages/service-kit/src/cluster/names.ts';
import { startInContainer } from './container-process.ts';
import { type CallCosts, cpuOfCalls } from './cpu-of-calls.ts';
import { project } from './earshot-process.ts';
import { percentile, table } from './figures.ts';
import { callerOf } from './load.ts';
import { requestPath, sessionSecret, signedInCall } from './request-path.ts';
import { addSession } from './request-path/session.ts';

const load = { calls: 20_000, connections: 20 };

interface Place {
  readonly servers: ServerAddresses;
  readonly namespace: string;
  /** For keys. */
  readonly folder: string;
}

/**
 * Measures the processor time of a signed-in call that the gateway forwards, over Kafka, MongoDB and Redis, and of the
 * same call through a gateway of common parts with the same duties (`naive-gateway.ts`). Each server and their upstream
 * run in containers. A wrong answer or a socket error fails the benchmark.
 */
export async function benchRequestPathCluster(print: (line: string) => void): Promise<void> {
  const servers = await sharedServers();
  const folder = await mkdtemp(join(tmpdir(), 'earshot-request-path-'));
  const place = { servers, folder, namespace: `b${randomBytes(5).toString('hex')}` };
  const stops: (() => Promise<void>)[] = [() => removeNamespace(servers, place.namespace)];
  try {
    const start = async (starting: ReturnType<typeof startInContainer>) => {
      const server = await starting;
      stops.unshift(server.stop);
      return server;
    };
    const { url: upstream } = await start(inNode('upstream', requestPath, {}));
    const naive = await start(inNode('naive-gateway', '/health', { UPSTREAM: upstream, REDIS_URL: servers.redisUrl }));
    const gateway = await start(startGateway(place, upstream));
    const measured = await signedInCall(upstream);
    report(await cpuOfCalls([measured(naive, await signIn(naive.url)), measured(gateway)], load), print);
  } finally {
    for (const stop of stops) await stop();
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a file of `request-path` with the gateway's flags. `path` is requested until it answers. */
async function inNode(file: string, path: string, settings: Readonly<Record<string, string>>) {
  return startInContainer({
    ...(await nodeOn(`bench/src/request-path/${file}.ts`)),
    settings: (port) => ({ ...settings, PORT: String(port) }),
    folders: [project],
    path,
  });
}

/** Node with the arguments that docker-compose.yml has for the gateway. */
async function nodeOn(file: string) {
  const compose = await readFile(join(project, 'docker-compose.yml'), 'utf8');
  const main = mainOf('gateway');
  const [, flags] = new RegExp(`^ +command: (.*)${main}$`, 'm').exec(compose) ?? [];
  if (flags === undefined) throw new Error(`docker-compose.yml starts no ${main}`);
  return { image: imageOf('NODE_IMAGE'), command: ['node', ...flags.split(' ').filter(Boolean), join(project, file)] };
}

/** The gateway as in production, with a session. Every owner is the upstream. */
async function startGateway({ servers, namespace, folder }: Place, upstream: string) {
  const [keys, dbName] = [join(folder, 'keys'), databaseName(namespace, 'gateway')];
  const stores = {
    KAFKA_BROKERS: servers.brokers.join(','),
    MONGODB_URL: servers.mongoUrl,
    REDIS_URL: servers.redisUrl,
    EARSHOT_NAMESPACE: namespace,
  };
  for (const [command, ...args] of [['keys', keys] as const, ['topics'] as const, ['indexes'] as const])
    await runOperation({ sources: project, command, args, settings: stores });
  const log = createLogger({ name: 'bench', level: 'warn' });
  const mongo = connectMongo({ url: servers.mongoUrl, dbName, appName: 'earshot-bench', log });
  try {
    await mongo.connected;
    await addSession(mongo.connection, sessionSecret);
  } finally {
    await mongo.close();
  }
  const fixed = {
    ...stores,
    HOST: '127.0.0.1',
    SERVICE_URLS: serviceNames.map((name) => `${name}=${upstream}`).join(','),
    SERVICE_KEY_FILE: join(keys, 'gateway.pem'),
    SERVICE_PUBLIC_KEYS_FILE: join(keys, 'public.json'),
    SECURITY_LOG_KEY_FILE: join(keys, 'security-log.key'),
    CALLS_PER_MINUTE: '100000000',
  };
  return startInContainer({
    ...(await nodeOn(mainOf('gateway'))),
    settings: (port) => ({ ...fixed, PORT: String(port) }),
    folders: [project, folder],
    path: '/health/ready',
  });
}

/** Starts a session in the naive gateway and resolves with its cookie. */
async function signIn(url: string): Promise<string> {
  const caller = callerOf(url);
  const { status, cookies } = await caller.ask('POST', '/sign-in', { address: '192.0.2.1' });
  caller.end();
  if (status !== 204) throw new Error(`POST /sign-in returned ${status}`);
  return cookies.join('; ');
}

/** Prints the median of each gateway; the first one is the baseline. */
function report(costs: readonly CallCosts[], print: (line: string) => void): void {
  const medians = costs.map(({ microseconds }) => percentile(microseconds, 50));
  const rows = ['naive gateway', 'gateway'].map((name, n) => {
    const median = medians[n] ?? 0;
    const rounds = costs[n]?.microseconds.map((one) => one.toFixed(0)).join(' ') ?? '';
    return [name, median.toFixed(0), (median / (medians[0] ?? 1)).toFixed(2), rounds];
  });
  for (const line of table(['gateway', 'cpu us a call', 'x', 'rounds'], rows)) print(line);
}
