import { type ServiceName, serviceNames } from '@earshot/proto/values';
import { z } from 'zod';
import { originAddress, portNumber, required, type Settings } from '@earshot/core';
import { missingSourceSettings, sourceSecrets, sourceSettings } from '@earshot/sources';
import type { Service } from '../service/service.ts';
import { checkStoreAccess, storeAccess } from './store-access.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const brokers = 'host:port of Kafka, several separated by commas';
const session = 'must be a whole number from 6000 to 300000';
const mongoTimeout = 'must be a whole number from 1200 to 60000';
const mongodbAddress = 'mongodb://host:port of MongoDB';
const linger = 'must be a whole number from 0 to 120000';
const urls = 'name=http://host:port of every service, separated by commas';

/**
 * Services that no service calls. Workers take their tasks from the event bus, and browsers call the gateway. The
 * sandbox exists only where samples are wanted.
 */
const neverCalled: ReadonlySet<ServiceName> = new Set(['scan-worker', 'scan-ingest', 'gateway', 'sandbox']);

/** Settings of every process in a cluster. Addresses and secrets have no defaults. */
export const clusterSettings = z
  .object({
    HOST: required('address to listen on, 0.0.0.0 in a container').describe('Address to listen on'),
    PORT: portNumber(1, required('port to listen on')).describe('Port to listen on'),
    METRICS_PORT: portNumber(1).optional().describe('Port for /metrics; off by default'),
    STOP_LINGER_MS: z.coerce
      .number({ error: linger })
      .int(linger)
      .min(0, linger)
      .max(120_000, linger)
      .default(0)
      .describe('How long a stopping process still serves clients that keep a connection, in ms; 0 by default'),
    LOG_LEVEL: z
      .enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` })
      .default('info')
      .describe('How much is logged'),
    KAFKA_BROKERS: required(brokers)
      .transform((list) => list.split(',').map((broker) => broker.trim()))
      .pipe(z.array(z.string().regex(/^[^\s:]+:\d+$/, `must be ${brokers}`)))
      .describe(`Where Kafka answers: ${brokers}`),
    ...storeAccess,
    KAFKA_SESSION_MS: z.coerce
      .number({ error: session })
      .int(session)
      .min(6_000, session)
      .max(300_000, session)
      .optional()
      .describe('Silence after which a process loses its share of events, in ms; 30000 by default'),
    MONGODB_URL: required(mongodbAddress)
      .refine((url) => /^mongodb(\+srv)?:\/\//.test(url), 'must begin with mongodb:// or mongodb+srv://')
      .optional()
      .describe('Where MongoDB answers; each service that keeps data has a database of its own there, and needs this'),
    MONGODB_TIMEOUT_MS: z.coerce
      .number({ error: mongoTimeout })
      .int(mongoTimeout)
      .min(1_200, mongoTimeout)
      .max(60_000, mongoTimeout)
      .default(1_200)
      .describe('Silence after which MongoDB counts as away and calls are answered with 503, in ms; 1200 by default'),
    REDIS_URL: required('redis://host:port of Redis')
      .refine((url) => /^rediss?:\/\//.test(url), 'must begin with redis:// or rediss://')
      .describe('Where Redis answers'),
    SERVICE_URLS: required(urls)
      .transform(parseUrls)
      .pipe(z.map(z.string(), originAddress))
      .superRefine((known, context) => {
        const missing = serviceNames.filter((name) => !neverCalled.has(name) && !known.has(name));
        if (missing.length > 0) context.addIssue({ code: 'custom', message: `lacks ${missing.join(', ')}` });
      })
      .describe(`Where the services answer: ${urls}`),
    SERVICE_KEY_FILE: required("file of this service's private key (`npm run keys` makes it)").describe(
      'File of the private key (PEM) with which this service signs its calls',
    ),
    SECURITY_LOG_KEY_FILE: required('file of the key of the security log (`npm run keys` makes it)').describe(
      'File of the key under which the security log hides accounts, the same for all services',
    ),
    SERVICE_PUBLIC_KEYS_FILE: required('file of the public keys of all services (`npm run keys` makes it)').describe(
      'JSON file of the public keys (PEM) by service',
    ),
    EARSHOT_NAMESPACE: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be small letters, digits and hyphens, 31 at most')
      .optional()
      .describe('Prefix of topics, groups, databases and keys, where several installations share servers'),
    ...sourceSettings,
  })
  .superRefine(checkStoreAccess)
  .superRefine((settings, context) => {
    if (settings.SERVICE_URLS.has('sandbox') || settings.SOURCES?.includes('sample') !== true) return;
    const message = 'lacks sandbox, where the samples are that SOURCES names';
    context.addIssue({ code: 'custom', path: ['SERVICE_URLS'], message });
  });
export type ClusterSettings = z.infer<typeof clusterSettings>;

const ownCredentials = {
  MONGODB_URL: ({ database }: Service) => database !== null,
  OPENAI_API_KEY: ({ reaches = [] }: Service) => reaches.includes('model'),
  SMTP_URL: ({ reaches = [] }: Service) => reaches.includes('mail'),
};

/**
 * Which services use a credential, based on their declarations. A credential that is not listed belongs to every
 * service that reads it.
 */
export const credentialUsers: Readonly<Record<string, (service: Service) => boolean>> = {
  ...Object.fromEntries(sourceSecrets.map((name) => [name, reachesSources])),
  ...ownCredentials,
};

function reachesSources({ reaches = [] }: Service): boolean {
  return reaches.includes('source');
}

/**
 * Returns one line for each missing setting that this service needs, based on its definition. A service without a
 * database gets no access to MongoDB, and a service that calls no source gets no secret of one.
 */
export function lackingFor(service: Service, given: Settings): string[] {
  const needs = {
    MONGODB_URL: ownCredentials.MONGODB_URL(service) && mongodbAddress,
    SMTP_URL: ownCredentials.SMTP_URL(service) && 'mail server, smtp://user:password@host:port',
  };
  const lines = Object.entries(needs).flatMap(([name, what]) =>
    what === false || given[name] !== undefined ? [] : [`${name} is missing: ${what}`],
  );
  const secrets = reachesSources(service) ? missingSourceSettings(given).secret : [];
  return [...lines, ...secrets.map(({ setting, what }) => `${setting} is missing: ${what}`)];
}

function parseUrls(list: string): Map<string, string> {
  const entries = list.split(',').map((entry): [string, string] => {
    const [name = '', ...url] = entry.split('=');
    return [name.trim(), url.join('=').trim().replace(/\/$/, '')];
  });
  return new Map(entries);
}
