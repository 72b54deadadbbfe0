import { freePorts } from '@earshot/core/testing';
import { type ServiceName, serviceNames } from '@earshot/proto/values';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeNamespace, type ServerAddresses } from './servers.ts';
import { mainOf, type ServiceProcess, serviceProcess } from './service-process.ts';
import { runOperation } from './operations.ts';

export interface ClusterOptions {
  readonly servers: ServerAddresses;
  /** Prefix of topics, groups, databases and keys. Defaults to a new one. */
  readonly namespace?: string;
  /**
   * Number of processes of a service, 1 by default. Other services call only the first one; all of them consume events.
   */
  readonly replicas?: Partial<Readonly<Record<ServiceName, number>>>;
  /** Additional processes of a service. They run only once a test starts them. */
  readonly spares?: Partial<Readonly<Record<ServiceName, number>>>;
  /** Settings of every process. They override the cluster's defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Settings of one process. They override all others. */
  readonly settingsOf?: (service: ServiceName, replica: number) => Readonly<Record<string, string>>;
  /** Root of the sources to run. Defaults to this project. */
  readonly sources?: string;
}

/** The whole product as in production: every service in separate processes, over Kafka, MongoDB and Redis. */
export interface Cluster {
  readonly namespace: string;
  readonly servers: ServerAddresses;
  /** The folder with keys and logs. */
  readonly folder: string;
  /** The address for browsers: the first gateway. */
  readonly url: string;
  readonly processes: readonly ServiceProcess[];
  /** One process. Defaults to the first replica. */
  process(service: ServiceName, replica?: number): ServiceProcess;
  /** Sends the signal, SIGKILL by default. Resolves when the process has ended. */
  kill(service: ServiceName, signal?: NodeJS.Signals, replica?: number): Promise<void>;
  /** Starts a killed process again at the same address. Resolves when it is ready. */
  restart(service: ServiceName, replica?: number): Promise<void>;
  /** Resolves when every started process is ready. */
  ready(): Promise<void>;
  /** Runs an operator's command on this cluster's servers. Resolves with its output and throws when it fails. */
  operate(command: string, ...args: string[]): Promise<string>;
  /** Sends SIGTERM to all processes, then removes the namespace from the servers, and the folder unless `keep`. */
  stop(options?: { keep?: boolean }): Promise<void>;
}

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** Prepares keys, topics and indexes as an operator would, starts every service and waits until all are ready. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { servers, sources = project } = options;
  const namespace = options.namespace ?? `t${randomBytes(5).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'earshot-cluster-'));
  const operate = (command: string, ...args: string[]) =>
    runOperation({ sources, command, args, settings: { ...serverSettings(servers), EARSHOT_NAMESPACE: namespace } });
  const processes = await describeProcesses({ ...options, sources, namespace, folder });
  const process = (service: ServiceName, replica = 0) => {
    const found = processes.find((one) => one.service === service && one.replica === replica);
    if (found === undefined) throw new Error(`there is no replica ${replica} of ${service}`);
    return found;
  };
  const started = (service: ServiceName) => options.replicas?.[service] ?? 1;
  const running = () => processes.filter((one) => one.pid() !== undefined);
  const cluster: Cluster = {
    namespace,
    servers,
    folder,
    processes,
    process,
    operate,
    url: process('gateway').url,
    kill: (service, signal = 'SIGKILL', replica = 0) => process(service, replica).kill(signal),
    restart: async (service, replica = 0) => {
      process(service, replica).start();
      await process(service, replica).ready();
    },
    ready: async () => void (await Promise.all(running().map((one) => one.ready()))),
    stop: async ({ keep = false } = {}) => {
      await Promise.all(processes.map((one) => one.kill('SIGTERM')));
      await removeNamespace(servers, namespace);
      if (!keep) await rm(folder, { recursive: true });
    },
  };
  try {
    await operate('keys', join(folder, 'keys'));
    await operate('topics');
    await operate('indexes');
    for (const one of processes) if (one.replica < started(one.service)) one.start();
    await cluster.ready();
    return cluster;
  } catch (error) {
    await Promise.all(processes.map((one) => one.kill('SIGKILL')));
    await removeNamespace(servers, namespace).catch(() => undefined);
    throw error;
  }
}

function serverSettings({ brokers, mongoUrl, redisUrl }: ServerAddresses): Record<string, string> {
  return { KAFKA_BROKERS: brokers.join(','), MONGODB_URL: mongoUrl, REDIS_URL: redisUrl };
}

type Described = ClusterOptions & { readonly sources: string; readonly namespace: string; readonly folder: string };

async function describeProcesses(options: Described): Promise<ServiceProcess[]> {
  const { servers, sources, namespace, folder, replicas = {}, spares = {} } = options;
  const logFolder = join(folder, 'logs');
  await mkdir(logFolder);
  const all = serviceNames.flatMap((service) =>
    Array.from({ length: (replicas[service] ?? 1) + (spares[service] ?? 0) }, (_, replica) => ({ service, replica })),
  );
  const ports = await freePorts(2 * all.length);
  const portsOf = (at: number) => ({ port: ports[2 * at] ?? 0, metricsPort: ports[2 * at + 1] ?? 0 });
  const urls = all.flatMap(({ service, replica }, at) =>
    replica === 0 ? [`${service}=http://127.0.0.1:${portsOf(at).port}`] : [],
  );
  return all.map(({ service, replica }, at) => {
    const { port, metricsPort } = portsOf(at);
    const settings = {
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      ...serverSettings(servers),
      SERVICE_URLS: urls.join(','),
      SERVICE_KEY_FILE: join(folder, 'keys', `${service}.pem`),
      SERVICE_PUBLIC_KEYS_FILE: join(folder, 'keys', 'public.json'),
      SECURITY_LOG_KEY_FILE: join(folder, 'keys', 'security-log.key'),
      SEALING_KEYS_FILE: join(folder, 'keys', 'sealing.json'),
      EARSHOT_NAMESPACE: namespace,
      SANDBOX_DATA: join(folder, 'sandbox'),
      SANDBOX_ARRIVALS_PER_HOUR: '0',
      CALLS_PER_MINUTE: '1000000',
      REGISTRATIONS_PER_HOUR: '1000000',
      // No server listens there, so mails stay in the queue.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'earshot@example.test',
      ...options.settings,
      ...options.settingsOf?.(service, replica),
    };
    return serviceProcess({
      service,
      replica,
      port,
      metricsPort,
      main: join(sources, mainOf(service)),
      settings,
      logFolder,
    });
  });
}
