import type { EventCase } from '@earshot/proto/events';
import type { Endpoint } from '@earshot/proto/http';
import type { ServiceName } from '@earshot/proto/values';
import type { Express } from 'express';
import type { Server } from 'node:http';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { EventBus, Subscription } from '@earshot/event-bus';
import type { CallService, OpenFile } from './client/service-client.ts';
import type { Clock } from '@earshot/core';
import type { ServiceDirectory } from './directory/service-directory.ts';
import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import type { Upgrade } from './documents/upgrades.ts';
import type { Eraser } from './forget/eraser.ts';
import type { DataNotes } from './forget/personal-data.ts';
import { tombstoneModel } from './forget/tombstones.ts';
import type { StoredModel } from './stored-model.ts';
import type { Route } from './http/route.ts';
import type { InternalTokens } from './identity/internal-tokens.ts';
import type { KeyValue } from '@earshot/core';
import type { Llm } from '@earshot/llm';
import type { TokenLedger } from '@earshot/llm';
import type { Logger } from '@earshot/core';
import type { Mailer } from './mail/mailer.ts';
import type { Meters } from '@earshot/core';
import type { OutboxModel, Relay } from './outbox/outbox.ts';
import { parseSettings } from '@earshot/core';
import type { Sources } from '@earshot/sources';

/** Everything a service may reach, already bound to its name. Adapters differ by mode; this does not. */
export interface Platform {
  readonly service: ServiceName;
  readonly log: Logger;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly kv: KeyValue;
  readonly directory: ServiceDirectory;
  readonly tokens: InternalTokens;
  /** What this service may measure. */
  readonly meters: Meters;
  /** The connection to the service's own database; make models on it, never on mongoose itself. */
  readonly documents: Connection;
  /** Their names serve every service; reading and writing, those that declare to reach `source`. */
  readonly sources: Sources;
  /** null without a model key: the keyless adapters serve. */
  readonly llm: Llm | null;
  /** What users spend on models; call models on a user's account by `meteredLlm`. */
  readonly ledger: TokenLedger;
  readonly mailer: Mailer;
  /** What the stores keep beside documents; the runner uses it when a user is deleted. */
  readonly eraser: Eraser;
  /** Makes an event in this service's name. */
  event(facts: EventFacts): OutgoingEvent;
  /** The relay of one collection's outbox; list it in `relays`. */
  relay(model: OutboxModel): Relay;
  /** Calls another service's endpoint for a user. */
  readonly call: CallService;
  /** Calls another service's endpoint that answers with a file. */
  readonly open: OpenFile;
}

/** What an operation may reach: the data, whether or not the service runs at this moment. */
export interface OperationPlace extends Pick<Platform, 'documents' | 'bus' | 'clock' | 'event'> {
  /** Publishes at once what the operation put into an outbox; null beside a service, which looks every few seconds. */
  readonly relay: Platform['relay'] | null;
}

/**
 * An operator's request to a service. It runs inside the running Earshot, or on a stopped one's data, or beside a
 * cluster's replicas: so it works by documents alone, and events go through a document's outbox, which the service
 * relays once it runs. Resolves to lines for the operator; throws an Error with one clear message.
 */
export type Operation = (args: readonly string[], place: OperationPlace) => Promise<readonly string[]>;

/** A thing with a life of its own beside HTTP and events: a scheduler, a socket server. */
export interface Part {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What a started service consists of. The runner gives each its life: start in this order, stop in reverse. */
export interface ServiceParts {
  readonly routes?: readonly Route[];
  /** For what contracts cannot say: proxies, sockets, another site's API. Runs before the routes are mounted. */
  readonly mount?: (app: Express, server: Server) => void;
  /** Where to listen, when it is not the platform's choice. */
  readonly listen?: { readonly port: number; readonly host: string };
  /** What routes need while they answer: started before the first call is taken, stopped after the last is answered. */
  readonly resources?: readonly Part[];
  readonly relays?: readonly Relay[];
  readonly subscriptions?: readonly Subscription[];
  readonly jobs?: readonly Part[];
  /**
   * What this service does of its own before the documents of a deleted user are removed: ending work under way,
   * removing what no model holds. Safe to repeat.
   */
  readonly forget?: (userId: string) => Promise<void>;
}

/**
 * What is not Earshot: the sites of the sources (`source`), an OpenAI-compatible `model`, the `mail` server, the provider of people's
 * `identity`.
 */
export type ThirdParty = 'source' | 'model' | 'mail' | 'identity';

/**
 * A service as a value: what it is called, what it needs, what it says and hears, and how it starts on a platform.
 * The wiring test reads these; nothing happens until a runner starts it.
 */
export interface ServiceDefinition<Config extends z.ZodType = z.ZodType> {
  readonly name: ServiceName;
  /** The database it owns; roles of one service share it. */
  readonly database: string | null;
  /** The models of its database; their indexes are built before it starts (`npm run indexes` in a cluster). */
  readonly models?: (documents: Connection) => readonly StoredModel[];
  /** What earlier versions left in it; done before the indexes are built (`npm run indexes` in a cluster). */
  readonly upgrades?: readonly Upgrade[];
  /**
   * Documents belong to the user whose id is in `userId`: they go when the user is deleted, and are part of the user's
   * export. Whatever is otherwise is noted here, by collection.
   */
  readonly dataNotes?: DataNotes;
  /** Settings by their names in the environment; every field described. */
  readonly config: Config;
  readonly serves: readonly Endpoint[];
  readonly calls: readonly Endpoint[];
  readonly publishes: readonly EventCase[];
  readonly consumes: readonly EventCase[];
  /** What operators may ask of it, by name (`npm run NAME`). */
  readonly operations?: Readonly<Record<string, Operation>>;
  /** Third parties that it asks; without `mail` it sends none, and with it a cluster's process needs a mail server. */
  readonly reaches?: readonly ThirdParty[];
  /** Services whose pages or sockets it passes on to browsers, beside those that it calls. */
  readonly forwardsTo?: readonly ServiceName[];
  start(platform: Platform, config: z.output<Config>): Promise<ServiceParts>;
}

/** A definition whose configuration's type no longer matters: ready to run. */
export interface Service extends Omit<ServiceDefinition, 'start'> {
  /** `settings` is parsed by `config`; throws an Error naming every wrong setting at once. */
  startWith(platform: Platform, settings: Readonly<Record<string, string | undefined>>): Promise<ServiceParts>;
}

/** Makes a service a value; nothing runs before `startWith`. */
export function defineService<Config extends z.ZodType>(definition: ServiceDefinition<Config>): Service {
  const { start, ...facts } = definition;
  const { models } = facts;
  return {
    ...facts,
    ...(models !== undefined && { models: (documents) => [...models(documents), tombstoneModel(documents)] }),
    startWith: async (platform, settings) =>
      start(platform, parseSettings(definition.name, definition.config, settings)),
  };
}
