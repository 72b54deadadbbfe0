import { allServices } from '@earshot/all-in-one/services';
import { platformSettings, type Service } from '@earshot/service-kit';
import { clusterSettings, credentialUsers, tracingSettings } from '@earshot/service-kit/operations';
import { sourceDefinitions, sourceSecrets } from '@earshot/sources';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { Generated } from './generated.ts';

const described = z.object({ shape: z.record(z.string(), z.instanceof(z.ZodType)) });
const namesOf = (schema: z.ZodType) => Object.keys(described.parse(schema).shape);

/** Settings that come only from the secret, or may come from it (addresses that can contain a password). */
export const secretSettings: readonly string[] = [
  'DEV_ACCESS_PASSWORD',
  'KAFKA_PASSWORD',
  'KAFKA_USERNAME',
  'MONGODB_URL',
  'OIDC_CLIENT_SECRET',
  'OPENAI_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_URL',
  'SMTP_URL',
  ...sourceSecrets,
].toSorted();

const usersOf: Readonly<Record<string, (service: Service) => boolean>> = credentialUsers;

/** Settings that every process reads. */
export const sharedSettings: readonly string[] = [
  ...new Set([clusterSettings, platformSettings, tracingSettings].flatMap(namesOf)),
  // Read by OpenTelemetry's exporter.
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Settings that a service reads in addition to the shared ones, by service. */
export const ownSettings: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  allServices.map(({ name, config }) => [name, namesOf(config).filter((one) => !sharedSettings.includes(one))]),
);

/** Settings that the chart sets, from separate values or derived from others. */
const setByChart = [
  'HOST',
  'PORT',
  'METRICS_PORT',
  'KAFKA_BROKERS',
  'SERVICE_URLS',
  'SERVICE_KEY_FILE',
  'SERVICE_PUBLIC_KEYS_FILE',
  'SECURITY_LOG_KEY_FILE',
  'SEALING_KEYS_FILE',
  'EARSHOT_URL',
  'MAIL_FROM',
  'SANDBOX_DATA',
  'SANDBOX_PORT',
  'SANDBOX_SMTP_PORT',
  'STOP_LINGER_MS',
  'STORES_CA_FILE',
];
/** Shared settings that are useful for a single service. */
const forSingleService = ['LOG_LEVEL', 'OTEL_SERVICE_NAME'];

/** Settings that operators set in values: for all services (null), or in the `env` of one service. */
export function givenByOperators(service: string | null): readonly string[] {
  const names = service === null ? sharedSettings : [...forSingleService, ...(ownSettings[service] ?? [])];
  const others = [...setByChart, ...secretSettings];
  return names.filter((one) => !others.includes(one));
}

/** The services that receive each secret. */
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

/** Which services read each secret and each key file. */
export function secretsFile(): Generated {
  const heading = '# Written by `npm run chart` from the settings of the services (src/config.ts of each).\n';
  const sealing = allServices.filter(({ config }) => namesOf(config).includes('SEALING_KEYS_FILE'));
  const content = { environment: readersOfSecrets(), sealingKeys: sealing.map(({ name }) => name).sort() };
  return { path: 'earshot/files/secrets.yaml', text: heading + stringify(content) };
}

/** What the sources need: their client and secrets, or the sandbox. */
export function sourcesFile(): Generated {
  const heading = '# Written by `npm run chart` from the list of sources (packages/sources/src/sources.ts).\n';
  const facts = sourceDefinitions.map(({ id, client, isSample, secrets }) => [
    id,
    { ...(client !== undefined && { client }), ...(isSample && { sample: true }), secrets: [...secrets] },
  ]);
  return { path: 'earshot/files/sources.yaml', text: heading + stringify(Object.fromEntries(facts)) };
}
