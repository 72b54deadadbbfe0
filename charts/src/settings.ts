import { allServices } from '@earshot/all-in-one/services';
import type { Service } from '@earshot/service-kit';
import { platformSettings } from '@earshot/service-kit';
import { clusterSettings, credentialUsers, tracingSettings } from '@earshot/service-kit/operations';
import { sourceDefinitions, sourceSecrets } from '@earshot/sources';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { Generated } from './generated.ts';

const described = z.object({ shape: z.record(z.string(), z.instanceof(z.ZodType)) });
const namesOf = (schema: z.ZodType) => Object.keys(described.parse(schema).shape);

/** Settings that come from the secret alone, or may (addresses, where they hold a password). */
export const secretSettings: readonly string[] = [
  ...['DEV_ACCESS_PASSWORD', 'MONGODB_URL', 'OIDC_CLIENT_SECRET', 'OPENAI_API_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'],
  ...['REDIS_URL', 'SMTP_URL'],
  ...sourceSecrets,
].toSorted();

const usersOf: Readonly<Record<string, (service: Service) => boolean>> = credentialUsers;

/** Names of settings that every process reads. */
export const sharedSettings: readonly string[] = [
  ...new Set([clusterSettings, platformSettings, tracingSettings].flatMap(namesOf)),
  // Read by OpenTelemetry's exporter itself.
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Names of settings that a service reads beside the shared ones, by service. */
export const ownSettings: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  allServices.map(({ name, config }) => [name, namesOf(config).filter((one) => !sharedSettings.includes(one))]),
);

/** What the chart sets itself, from values of their own or because it follows from others. */
const setByChart = [
  ...['HOST', 'PORT', 'METRICS_PORT', 'KAFKA_BROKERS', 'SERVICE_URLS', 'SERVICE_KEY_FILE', 'SERVICE_PUBLIC_KEYS_FILE'],
  ...[
    'SEALING_KEYS_FILE',
    'EARSHOT_URL',
    'MAIL_FROM',
    'SANDBOX_DATA',
    'SANDBOX_PORT',
    'SANDBOX_SMTP_PORT',
    'STOP_LINGER_MS',
  ],
];
/** Shared settings that make sense for one service alone. */
const forOneAlone = ['LOG_LEVEL', 'OTEL_SERVICE_NAME'];

/** Names of settings that are left to values: of all services (null), or in the `env` of one. */
export function givenByOperators(service: string | null): readonly string[] {
  const names = service === null ? sharedSettings : [...forOneAlone, ...(ownSettings[service] ?? [])];
  const others = [...setByChart, ...secretSettings];
  return names.filter((one) => !others.includes(one));
}

/** The services that are given each secret. */
export function readersOfSecrets(): Record<string, string[]> {
  const readers = (secret: string) =>
    allServices.filter(
      (service) =>
        usersOf[secret]?.(service) ??
        (sharedSettings.includes(secret) || (ownSettings[service.name]?.includes(secret) ?? false)),
    );
  return Object.fromEntries(
    secretSettings.map((secret) => [
      secret,
      readers(secret)
        .map(({ name }) => name)
        .sort(),
    ]),
  );
}

/** Who reads which secret and which file of keys. */
export function secretsFile(): Generated {
  const heading = '# Written by `npm run chart` from the settings of the services (src/config.ts of each).\n';
  const sealing = allServices.filter(({ config }) => namesOf(config).includes('SEALING_KEYS_FILE'));
  const content = { environment: readersOfSecrets(), sealingKeys: sealing.map(({ name }) => name).sort() };
  return { path: 'earshot/files/secrets.yaml', text: heading + stringify(content) };
}

/** What connects the sites of the sources: the sandbox stands in where a source has a client that is not set. */
export function sourcesFile(): Generated {
  const heading = '# Written by `npm run chart` from the list of sources (packages/sources/src/sources.ts).\n';
  const facts = sourceDefinitions.map(({ id, client, secrets }) => [
    id,
    { ...(client !== undefined && { client }), secrets: [...secrets] },
  ]);
  return { path: 'earshot/files/sources.yaml', text: heading + stringify(Object.fromEntries(facts)) };
}
