import type { Subscription } from '@earshot/event-bus';
import { eventTable } from '@earshot/proto/events';
import type { Endpoint } from '@earshot/proto/http';
import type { ServiceName } from '@earshot/proto/values';
import type { Dependency } from '../http/dependencies.ts';
import { forgetting } from './forgetting.ts';
import { forgettingPosts } from './forgetting-posts.ts';
import { ownDataRoutes } from './own-data.ts';
import { createHttpServer } from '../http/app.ts';
import { type Address, listen } from '../http/listen.ts';
import type { Route } from '../http/route.ts';
import { Lifecycle } from './lifecycle.ts';
import type { Logger, Settings } from '@earshot/core';
import { watchLag } from '../metrics/consumer-lag.ts';
import { watchDependencies } from '../metrics/dependencies.ts';
import { measured } from '../metrics/events.ts';
import type { Platform, Service, ServiceParts } from '../service/service.ts';
import type { StoredModel } from '../documents/stored-model.ts';

/**
 * The environment in which services run. It creates each service's platform, knows addresses, and closes what it
 * opened.
 */
export interface Host {
  readonly log: Logger;
  /** The address a service listens on, unless its parts specify another one. */
  listenAt(service: ServiceName): Address;
  /** Opens the resources that the service needs. Called once per service, in order. */
  platformFor(service: Service): Promise<Platform>;
  /**
   * Builds the indexes of a service that is about to start. Throws where another process must do this first and has not
   * done it.
   */
  seeToIndexes(platform: Platform, models: readonly StoredModel[]): Promise<void>;
  /** Returns the external dependencies of the service. */
  dependenciesOf(service: Service, platform: Platform): readonly Dependency[];
  /** The address at which other services call the service, where addresses are settings. */
  addressOf?(service: ServiceName): string | undefined;
  /** Registers the address at which a service now answers. */
  announce(service: ServiceName, url: string): void;
  /** Milliseconds after a stop request during which clients may keep idle connections; 0 by default. */
  readonly lingerMs?: number;
  stop(): Promise<void>;
}

/** Milliseconds. Longer than external proxies keep an idle connection, which is 60 s. */
const outsidersKeptMs = 65_000;
/** Milliseconds. Idle connections between our services close before a stop's linger ends. */
const servicesKeptMs = 5_000;

export interface Running {
  /** Stops everything in reverse order of the start and finishes work in progress, under one deadline. */
  stop(): Promise<void>;
}

/**
 * Starts services in the given order. Each is ready before the next one starts, so that a service can call the services
 * before it. `settings` are names and values as in the environment. When a start fails, the services before it are
 * stopped and the error is thrown.
 */
export async function runServices(services: readonly Service[], host: Host, settings: Settings): Promise<Running> {
  const lifecycle = new Lifecycle(host.log, host.lingerMs ?? 0);
  lifecycle.started({ name: 'platform', stop: () => host.stop() });
  try {
    for (const service of services) await startService(service, host, settings, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
  return { stop: () => lifecycle.stop() };
}

async function startService(service: Service, host: Host, settings: Settings, lifecycle: Lifecycle): Promise<void> {
  const platform = await host.platformFor(service);
  await host.seeToIndexes(platform, service.models?.(platform.documents) ?? []);
  const started = await service.startWith(platform, settings);
  const subscriptions = forgettingPosts({ service, platform, parts: started });
  checkConsumers(service, subscriptions);
  const routes = [...(started.routes ?? []), ...ownDataRoutes(service, platform)];
  const parts = { ...started, ...forgetting({ service, platform, parts: { ...started, routes, subscriptions } }) };
  checkRoutes(service, parts.routes ?? []);
  for (const relay of parts.relays ?? []) {
    await relay.start();
    lifecycle.started({ name: `${service.name} relay`, stop: () => relay.stop() });
  }
  for (const resource of parts.resources ?? []) {
    await resource.start();
    lifecycle.started(resource);
  }
  await serve(service, parts, { platform, host, lifecycle, earshotUrl: settings['EARSHOT_URL'] });
  const subscribed: { stop(): Promise<void> }[] = [];
  // Stopped in parallel: each may wait for its handlers, and all share one deadline.
  const stop = async () => void (await Promise.all(subscribed.map((subscription) => subscription.stop())));
  lifecycle.started({ name: `${service.name} subscriptions`, stop });
  for (const subscription of parts.subscriptions ?? []) {
    if (subscription.group !== service.name) throw new Error(`${service.name} must be the name of its group`);
    if (subscription.broadcast !== true) watchLag(platform.meters, platform.bus, service.name, subscription.topic);
    subscribed.push(await platform.bus.subscribe(measured(subscription, platform.meters, platform.log)));
  }
  for (const job of parts.jobs ?? []) {
    await job.start();
    lifecycle.started(job);
  }
}

/**
 * Throws an Error that names each declared call without a route, which would answer 404 to callers, and each undeclared
 * route.
 */
function checkRoutes({ name, serves }: Service, routes: readonly Route[]): void {
  const routed = new Set(routes.map(({ endpoint }) => endpoint));
  const labels = (endpoints: readonly Endpoint[]) =>
    endpoints.map(({ method, path }) => `${method} ${path}`).join(', ');
  const missing = serves.filter((endpoint) => !routed.has(endpoint));
  if (missing.length > 0) throw new Error(`${name} has no route for calls that it declares: ${labels(missing)}`);
  const undeclared = [...routed].filter((endpoint) => !serves.includes(endpoint));
  if (undeclared.length > 0)
    throw new Error(`${name} has routes for calls that it does not declare: ${labels(undeclared)}`);
}

/**
 * Throws an Error that names each event in `consumes` without a handler, whose events would be skipped silently, and
 * each handler of an event that is not in `consumes`.
 */
function checkConsumers({ name, consumes }: Service, subscriptions: readonly Subscription[]): void {
  // A subscription without types handles every event of its topic.
  const topics = new Set(subscriptions.flatMap(({ topic, types }) => (types === undefined ? topic : [])));
  const handled = new Set(subscriptions.flatMap(({ types }) => [...(types ?? [])]));
  const missing = consumes.filter((event) => {
    const { topic, type } = eventTable[event];
    return !handled.has(type) && !topics.has(topic);
  });
  if (missing.length > 0)
    throw new Error(
      `${name} has no handler for events in its consumes: add one in src/events for ${missing.join(', ')}`,
    );
  const declared = new Set<string>(consumes.map((event) => eventTable[event].type));
  const undeclared = [...handled].filter((type) => !declared.has(type));
  if (undeclared.length > 0)
    throw new Error(`${name} handles events that its definition must list in consumes: ${undeclared.join(', ')}`);
}

interface Serving {
  readonly platform: Platform;
  readonly host: Host;
  readonly lifecycle: Lifecycle;
  readonly earshotUrl: string | undefined;
}

async function serve(service: Service, parts: ServiceParts, { platform, host, lifecycle, earshotUrl }: Serving) {
  const dependencies = host.dependenciesOf(service, platform);
  watchDependencies(platform.meters, service.name, dependencies);
  const server = createHttpServer({
    service: service.name,
    ...parts,
    tokens: platform.tokens,
    dependencies,
    meters: platform.meters,
    log: platform.log,
    security: platform.security,
    facesOutsiders: service.name === 'gateway' || service.name === 'sandbox',
    hosts: { ownUrl: service.name === 'gateway' ? earshotUrl : host.addressOf?.(service.name), earshotUrl },
    keepAliveMs: service.name === 'gateway' ? outsidersKeptMs : servicesKeptMs,
    leaving: lifecycle.leaving,
  });
  const leaving = { signal: lifecycle.leaving, lingerMs: host.lingerMs ?? 0 };
  const listening = await listen(service.name, server, parts.listen ?? host.listenAt(service.name), leaving);
  lifecycle.started(listening);
  host.announce(service.name, listening.url);
}
