import { createLogger } from '@earshot/core';
import { serviceNames } from '@earshot/proto/values';
import { imageOf } from '@earshot/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOperation } from '../../e2e/src/cluster/operations.ts';
import type { ServerAddresses } from '../../e2e/src/cluster/servers.ts';
import { removeNamespace, sharedServers } from '../../e2e/src/cluster/servers.ts';
import { mainOf } from '../../e2e/src/cluster/service-process.ts';
import { connectMongo } from '../../packages/service-kit/src/cluster/mongo.ts';
import { databaseName } from '../../packages/service-kit/src/cluster/names.ts';
import { startInContainer } from './container-process.ts';
import { cpuOfCalls } from './cpu-of-calls.ts';
import { docker } from './docker.ts';
import { project } from './earshot-process.ts';
import { reportProxies, requestLoad, requestPath, sessionSecret, signedInCall } from './request-path.ts';
import { addSession } from './request-path/session.ts';

/** More calls than with embedded adapters: nginx takes little time, which /proc counts in hundredths of a second. */
const load = { ...requestLoad, calls: 20_000 };
const nginxImage = 'earshot-bench-nginx';

interface Place {
  readonly servers: ServerAddresses;
  readonly namespace: string;
  /** For keys. */
  readonly folder: string;
}

/**
 * Measures the processor time of a signed-in call that the gateway forwards, over Kafka, MongoDB and Redis, and of the
 * same call through Express and http-proxy-middleware and through nginx, both without a session. Each server and their
 * upstream run in containers. A wrong answer or a socket error fails the benchmark.
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
    const { url: upstream } = await start(inNode('upstream', {}));
    const express = await start(inNode('plain-proxy', { UPSTREAM: upstream }));
    const gateway = await start(startGateway(place, upstream));
    const nginx = (await hasNginx(print)) ? [await start(startNginx(upstream))] : [];
    const measured = [express, gateway, ...nginx].map(await signedInCall(upstream));
    const names = ['Express + http-proxy-middleware', 'gateway', ...nginx.map(() => 'nginx')];
    reportProxies(names, await cpuOfCalls(measured, load), print);
  } finally {
    for (const stop of stops) await stop();
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a file of `request-path`. */
function inNode(file: string, settings: Readonly<Record<string, string>>) {
  return startInContainer({
    ...nodeOn([join(project, `bench/src/request-path/${file}.ts`)]),
    settings: (port) => ({ ...settings, PORT: String(port) }),
    folders: [project],
    path: requestPath,
  });
}

function nodeOn(args: readonly string[]) {
  return { image: imageOf('NODE_IMAGE'), command: ['node', '--disable-warning=ExperimentalWarning', ...args] };
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
    ...nodeOn(await gatewayCommand()),
    settings: (port) => ({ ...fixed, PORT: String(port) }),
    folders: [project, folder],
    path: '/health/ready',
  });
}

/** The arguments of Node for the gateway, as docker-compose.yml has them. */
async function gatewayCommand(): Promise<string[]> {
  const compose = await readFile(join(project, 'docker-compose.yml'), 'utf8');
  const main = mainOf('gateway');
  const [, flags] = new RegExp(`^ +command: (.*)${main}$`, 'm').exec(compose) ?? [];
  if (flags === undefined) throw new Error(`docker-compose.yml starts no ${main}`);
  return [...flags.split(' ').filter((flag) => flag !== ''), join(project, main)];
}

/** Builds the image of nginx from Debian's packages. Prints why there is none. */
async function hasNginx(print: (line: string) => void): Promise<boolean> {
  const install = 'apt-get update && apt-get install --yes --no-install-recommends nginx-light';
  try {
    await docker(['build', '--quiet', '--tag', nginxImage, '-'], `FROM ${imageOf('NODE_IMAGE')}\nRUN ${install}\n`);
    return true;
  } catch (error) {
    print(`nginx is left out, because its image cannot be built: ${error instanceof Error ? error.message : ''}`);
    return false;
  }
}

/** One worker process that keeps its connections to the upstream and writes no access log. */
function startNginx(upstream: string) {
  const write = 'printf %s "$SETTINGS" > /tmp/nginx.conf';
  return startInContainer({
    image: nginxImage,
    command: ['sh', '-c', `${write} && exec nginx -c /tmp/nginx.conf`],
    settings: (port) => ({ SETTINGS: nginxSettings(port, new URL(upstream).host) }),
    folders: [],
    path: requestPath,
  });
}

function nginxSettings(port: number, upstream: string): string {
  return `
    daemon off;
    worker_processes 1;
    error_log /dev/stderr;
    events {}
    http {
      access_log off;
      keepalive_requests 1000000;
      upstream owner {
        server ${upstream};
        keepalive 64;
        keepalive_requests 1000000;
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://owner;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
        }
      }
    }`;
}
