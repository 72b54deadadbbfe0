import type { Endpoint } from '@earshot/proto/http';
import { type ServiceName, serviceNames } from '@earshot/proto/values';
import { lookup } from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, createLogger, type Logger, type Meters, systemClock } from '@earshot/core';
import { embeddedHost, type EmbeddedOptions } from '../../service-kit/src/embedded/host.ts';
import {
  type CallOptions,
  type Host,
  type Platform,
  platformSettings,
  processMetrics,
  runServices,
  type Service,
  targetOf,
  tokenHeader,
  visitHeader,
  visitToken,
} from '@earshot/service-kit';
import { makeSealingKeys } from '../../service-kit/src/vault/sealing-keys.ts';
import { checkAnswer } from './contract-check.ts';
import { testDatabases } from './test-databases.ts';

const securityLine = z.object({
  service: z.string(),
  security: z.string(),
  outcome: z.string(),
  reason: z.string().optional(),
  network: z.string().optional(),
  requestId: z.string().optional(),
  account: z.string().optional(),
});
export type SecurityLine = z.infer<typeof securityLine>;

export interface TestServices {
  readonly folder: string;
  /** The lines of the security log so far, oldest first. */
  securityLines(): readonly SecurityLine[];
  /** The text of a scrape of the process. */
  scrape(): Promise<string>;
  urlOf(service: ServiceName): string;
  /** The platform of one started service: its bus, documents, calls. */
  platformOf(service: ServiceName): Platform;
  /**
   * Makes one real HTTP call, as the gateway would for `userId` (null: anonymous). Resolves with status, body and
   * headers. Fails if the answer breaks the contract.
   */
  fetch<E extends Endpoint>(endpoint: E, options: TestCall<E>): Promise<TestAnswer>;
  /** The same, with the body unread: for files, and for callers that disconnect. */
  open<E extends Endpoint>(endpoint: E, options: TestCall<E>): Promise<Response>;
  /** Stops the services and removes the folder, unless the folder was given. */
  stop(): Promise<void>;
}

export type TestCall<E extends Endpoint> = Omit<CallOptions<E>, 'userId' | 'body' | 'query' | 'params'> & {
  readonly userId: string | null;
  readonly issuer?: ServiceName;
  /** Whether the user is an administrator. Default: false. */
  readonly admin?: boolean;
  /** The session of the call, if it comes with one. */
  readonly sessionRef?: string;
  readonly params?: z.input<E['params']>;
  /** Not restricted by the contract, so that tests can send invalid input. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Headers that the gateway would forward. */
  readonly headers?: Readonly<Record<string, string>>;
};

export interface TestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface TestOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** The addresses at which services call each other in a cluster. Here the services accept these names too. */
  readonly addresses?: Partial<Readonly<Record<ServiceName, string>>>;
  /** A folder to restart on, as after a crash. Default: a new one. */
  readonly folder?: string;
  /** Receives every log line of the services. Default: they are discarded. */
  readonly logLines?: { write(line: string): void };
  /** Replaces parts of a service's platform, such as third parties. */
  readonly platform?: (platform: Platform) => Platform;
  /**
   * A MongoDB URL for the documents; null keeps them embedded. Default: `TEST_MONGO` if `TEST_DOCUMENTS` is mongo, else
   * embedded.
   */
  readonly mongo?: string | null;
}

const sealingKeysIn = (folder: string) => join(folder, 'sealing-keys.json');

/** Tests ask no real site for anything: nothing answers at the port for discarded data. */
const nowhere = 'http://127.0.0.1:9';
const sites = {
  HACKER_NEWS_URL: nowhere,
  HACKER_NEWS_SEARCH_URL: nowhere,
  BLUESKY_URL: nowhere,
  STACK_EXCHANGE_URL: nowhere,
};

/** For the same reason no name of a site is known. Stand-ins are asked by their address. */
const noNames: NonNullable<EmbeddedOptions['resolve']> = (name, options, answer) => {
  if (name === 'localhost') lookup(name, options, answer);
  else answer(Object.assign(new Error(`no site ${name} in tests`), { code: 'ENOTFOUND' }), []);
};

function settingsIn(folder: string, { settings }: TestOptions) {
  const defaults = { ...sites, SEALING_KEYS_FILE: sealingKeysIn(folder), SANDBOX_DATA: folder };
  return { ...defaults, SANDBOX_ARRIVALS_PER_HOUR: '0', REGISTRATIONS_PER_HOUR: '1000000', ...settings };
}

/** Starts real services over the embedded platform on free ports, in the given order. */
export async function startTestServices(
  services: readonly Service[],
  options: TestOptions = {},
): Promise<TestServices> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'earshot-')));
  const settings = settingsIn(folder, options);
  const metrics = processMetrics(serviceNames);
  const security = keptLines();
  const host = await hostIn(folder, { ...options, settings }, metrics.meters, security.log);
  await makeSealingKeys(sealingKeysIn(folder));
  const databases = testDatabases(mongoOf(options), folder);
  const platforms = new Map<string, Platform>();
  const urls = new Map<string, string>();
  const running = await runServices(
    services,
    {
      ...host,
      platformFor: async (service) => {
        const own = { ...(await host.platformFor(service)), ...(await databases.documentsOf(service)) };
        const platform = options.platform?.(own) ?? own;
        platforms.set(service.name, platform);
        return platform;
      },
      addressOf: (service) => options.addresses?.[service],
      announce: (service, url) => {
        urls.set(service, url);
        host.announce(service, url);
      },
    },
    settings,
  );
  // The embedded host holds every service's keys, so a test can sign as the gateway.
  const gateway = await host.platformFor({ ...emptyService, name: 'gateway' });
  const urlOf = (service: ServiceName) => found(urls, service);
  const open = callerOf(host, gateway, urlOf);
  return {
    folder,
    urlOf,
    securityLines: security.lines,
    scrape: () => metrics.text(),
    platformOf: (service) => found(platforms, service),
    open,
    fetch: async (endpoint, call) => answerOf(endpoint, await open(endpoint, call)),
    stop: async () => {
      await running.stop();
      await databases.close({ drop: options.folder === undefined });
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lines are still made: the methods of a silent logger also work without their logger, those of the product do not. */
const discarded = { write: () => undefined };

async function hostIn(folder: string, options: TestOptions, meters: Meters, securityLines: (name: string) => Logger) {
  const { clock = systemClock, logLines: stream = discarded } = options;
  const settings = platformSettings.parse(options.settings);
  const log = (name: string) => createLogger({ name, level: 'trace', stream });
  return embeddedHost({ folder, settings, clock, meters, log, securityLines, resolve: noNames });
}

/** Loggers that keep their lines instead of writing them to stdout. */
function keptLines() {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  return {
    log: (name: string) => createLogger({ name, level: 'info', stream }),
    lines: () => lines.map((line) => securityLine.parse(JSON.parse(line))),
  };
}

function callerOf(host: Host, gateway: Platform, urlOf: (service: ServiceName) => string) {
  return async (endpoint: Endpoint, call: TestCall<Endpoint>): Promise<Response> => {
    const signer = call.issuer === undefined ? gateway : await host.platformFor({ ...emptyService, name: call.issuer });
    return send(endpoint, call, urlOf(endpoint.service), signer);
  };
}

function mongoOf({ mongo }: TestOptions): string | undefined {
  if (mongo !== undefined) return mongo ?? undefined;
  return process.env['TEST_DOCUMENTS'] === 'mongo' ? process.env['TEST_MONGO'] : undefined;
}

const emptyService: Omit<Service, 'name'> = {
  database: null,
  config: platformSettings,
  serves: [],
  calls: [],
  publishes: [],
  consumes: [],
  startWith: () => Promise.resolve({}),
};

function found<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name);
  if (value === undefined) throw new Error(`${name} is not among the started services`);
  return value;
}

async function send(endpoint: Endpoint, call: TestCall<Endpoint>, base: string, signer: Platform): Promise<Response> {
  const headers: Record<string, string> = { ...call.headers };
  if (call.issuer === undefined) headers[visitHeader] = visitToken(signer.tokens, endpoint.service);
  if (call.userId !== null) {
    const { userId, admin = false, sessionRef } = call;
    headers[tokenHeader] = signer.tokens.sign(targetOf(endpoint), { userId, admin, ...(sessionRef && { sessionRef }) });
  }
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  const params = new Map(Object.entries(call.params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams(call.query).toString();
  return fetch(`${base}${path}${query === '' ? '' : `?${query}`}`, {
    method: endpoint.method,
    headers,
    redirect: 'manual',
    ...(call.signal !== undefined && { signal: call.signal }),
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  });
}

async function answerOf(endpoint: Endpoint, response: Response): Promise<TestAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
  const answer = { status: response.status, body, headers: response.headers };
  checkAnswer(endpoint, answer);
  return answer;
}
