import type { EventCase } from '@earshot/proto/events';
import type { Endpoint } from '@earshot/proto/http';
import type { ServiceName } from '@earshot/proto/values';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { EventBus, EventFacts, OutgoingEvent, Subscription } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { CallService, OpenFile } from '../client/service-client.ts';
import type { ServiceDirectory } from '../directory/service-directory.ts';
import type { Eraser } from '../forget/eraser.ts';
import type { DataNotes } from '../forget/personal-data.ts';
import type { PostNotes } from '../forget/post-notes.ts';
import { tombstoneModel } from '../forget/tombstones.ts';
import type { StoredModel } from '../documents/stored-model.ts';
import type { ServerParts } from '../http/server-parts.ts';
import type { InternalTokens } from '../identity/internal-tokens.ts';
import type { ModelConnection, TokenLedger } from '@earshot/llm';
import type { Mailer } from '../mail/mailer.ts';
import type { OutboxModel, Relay } from '../outbox/outbox.ts';
import type { SecurityLog } from '../security/security-log.ts';
import { type Clock, type KeyValue, type Logger, type Meters, parseSettings } from '@earshot/core';
import type { Outbound } from '@earshot/outbound';
import type { Sources } from '@earshot/sources';

/** Events that the platform publishes in the name of every service. Definitions do not list them. */
export const platformEvents = ['securityRecorded'] as const satisfies readonly EventCase[];

/** All ports that a service may use, bound to its name. The adapters differ by mode; this interface does not. */
export interface Platform {
  readonly service: ServiceName;
  readonly log: Logger;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly kv: KeyValue;
  readonly directory: ServiceDirectory;
  readonly tokens: InternalTokens;
  /**
   * Derives a secret key of 32 bytes for one purpose. All replicas of the service get the same one. It changes when the
   * service's signing key is replaced, so use it only for values that may lose their validity.
   */
  keyFor(purpose: string): Buffer;
  /** The metrics that this service may record. */
  readonly meters: Meters;
  /** The connection to the service's database. Create models on it, never on mongoose directly. */
  readonly documents: Connection;
  /**
   * The names of sources are available to every service. Only services that declare to reach `source` can read and
   * write.
   */
  readonly sources: Sources;
  /** Requests to sites; like reading from sources, only for services that declare to reach `source`. */
  readonly outbound: Outbound;
  /** The model. To follow what administrators connect, add the parts of `followModel`. */
  readonly model: ModelConnection;
  /** Records the model tokens that users spend. To call models for a user, use `meteredLlm`. */
  readonly ledger: TokenLedger;
  readonly mailer: Mailer;
  /** Removes data that the stores keep outside of documents. The runner uses it when a user is deleted. */
  readonly eraser: Eraser;
  /** Records sign-ins, refused calls and other security events: in the log, and stored by auth. */
  readonly security: SecurityLog;
  /** Creates an event in this service's name. */
  event(facts: EventFacts): OutgoingEvent;
  /** Creates the relay of one collection's outbox. List it in `relays`. */
  relay(model: OutboxModel): Relay;
  /** Calls another service's endpoint on behalf of a user. */
  readonly call: CallService;
  /** Calls another service's endpoint that answers with a file. */
  readonly open: OpenFile;
}

/** The ports that an operation may use. They work whether or not the service is running. */
export interface OperationPlace extends Pick<Platform, 'documents' | 'bus' | 'clock' | 'event'> {
  /**
   * Publishes events that the operation added to an outbox. Null when the service runs in other processes, which check
   * the outbox every few seconds.
   */
  readonly relay: Platform['relay'] | null;
}

/**
 * An operator's request to a service. It runs inside the running Earshot, on the data of a stopped one, or next to a
 * cluster's replicas. It therefore changes documents only, and its events go through a document's outbox, which the
 * service relays when it runs. Resolves to lines for the operator. Throws an Error with one clear message.
 */
export type Operation = (args: readonly string[], place: OperationPlace) => Promise<readonly string[]>;

/** A component with its own start and stop, separate from HTTP and events, such as a scheduler or a socket server. */
export interface Part {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The parts of a service. The runner starts relays, resources, the HTTP server, subscriptions and jobs in this order, and
 * stops them in reverse.
 */
export interface ServiceParts extends ServerParts {
  /** The address to listen on, if it differs from the platform's choice. */
  readonly listen?: { readonly port: number; readonly host: string };
  /** Resources that routes need: started before the first call is accepted, stopped after the last one is answered. */
  readonly resources?: readonly Part[];
  readonly relays?: readonly Relay[];
  readonly subscriptions?: readonly Subscription[];
  readonly jobs?: readonly Part[];
  /**
   * Additional work before a deleted user's documents are removed, such as ending work in progress and removing data
   * that is in no model. Safe to repeat.
   */
  readonly forget?: (userId: UserId) => Promise<void>;
}

/**
 * External systems: the sites of the sources (`source`), an OpenAI-compatible `model`, the `mail` server, and the
 * provider of people's `identity`.
 */
export type ThirdParty = 'source' | 'model' | 'mail' | 'identity';

/**
 * A service as a value: its name, its needs, the events it publishes and consumes, and how it starts on a platform. The
 * wiring test reads these values. Nothing runs until a runner starts the service.
 */
export interface ServiceDefinition<Config extends z.ZodType = z.ZodType> {
  readonly name: ServiceName;
  /** The database that the service owns. Services that are roles of one service share it. */
  readonly database: string | null;
  /** The models of its database. Their indexes are built before it starts (`npm run indexes` in a cluster). */
  readonly models?: (documents: Connection) => readonly StoredModel[];
  /**
   * Documents belong to the user whose id is in `userId`. They are deleted with the user and are part of the user's
   * export. Collections that differ are declared here, by collection name.
   */
  readonly dataNotes?: DataNotes;
  /**
   * For each collection, whether it holds words of posts, and how it forgets those of a post that was removed at its site. A
   * service that consumes `postRemoved` or `leadPostRemoved` runs these hooks.
   */
  readonly postNotes?: PostNotes;
  /** Settings by their names in the environment. Every field has a description. */
  readonly config: Config;
  readonly serves: readonly Endpoint[];
  readonly calls: readonly Endpoint[];
  readonly publishes: readonly EventCase[];
  readonly consumes: readonly EventCase[];
  /** Operations that operators can run, by name (`npm run NAME`). */
  readonly operations?: Readonly<Record<string, Operation>>;
  /**
   * Third parties that the service calls. Without `mail`, it cannot send mails. With it, its process in a cluster needs
   * a mail server.
   */
  readonly reaches?: readonly ThirdParty[];
  /** Services whose pages or sockets it forwards to browsers, in addition to the services that it calls. */
  readonly forwardsTo?: readonly ServiceName[];
  start(platform: Platform, config: z.output<Config>): Promise<ServiceParts>;
}

/** A definition without the type of its configuration, ready to run. */
export interface Service extends Omit<ServiceDefinition, 'start'> {
  /** Parses `settings` with `config` and starts. Throws an Error that names every wrong setting at once. */
  startWith(platform: Platform, settings: Readonly<Record<string, string | undefined>>): Promise<ServiceParts>;
}

/** Creates a service from its definition. Nothing runs before `startWith`. */
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
