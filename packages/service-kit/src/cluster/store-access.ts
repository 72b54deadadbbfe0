import type { KafkaSecurity } from '@earshot/event-bus/kafka';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { z } from 'zod';

const signsIn = 'SASL_SSL';
const protocols = 'must be PLAINTEXT, SSL or SASL_SSL; SASL_PLAINTEXT would send the password unencrypted';

/** How a process signs in to the stores. MongoDB and Redis take their users and passwords from their URLs. */
export const storeAccess = {
  KAFKA_SECURITY_PROTOCOL: z
    .enum(['PLAINTEXT', 'SSL', signsIn], { error: protocols })
    .default('PLAINTEXT')
    .describe('PLAINTEXT, SSL (TLS) or SASL_SSL (TLS with a user and a password); PLAINTEXT by default'),
  KAFKA_SASL_MECHANISM: z
    .enum(['SCRAM-SHA-512', 'PLAIN'], { error: 'must be SCRAM-SHA-512 or PLAIN' })
    .optional()
    .describe('How Kafka checks the password, SCRAM-SHA-512 or PLAIN; SCRAM-SHA-512 by default'),
  KAFKA_USERNAME: z.string().optional().describe('User of this service in Kafka; needed with SASL_SSL'),
  KAFKA_PASSWORD: z.string().optional().describe('Password of this user; needed with SASL_SSL'),
  STORES_CA_FILE: z
    .string()
    .optional()
    .describe('File of certificates (PEM) that sign those of Kafka, MongoDB and Redis, besides the public authorities'),
};

type StoreAccess = z.output<z.ZodObject<typeof storeAccess>>;

interface StoreSettings extends StoreAccess {
  readonly MONGODB_URL?: string | undefined;
  readonly REDIS_URL?: string | undefined;
}

/** Adds an issue for each setting that contradicts another one. */
export function checkStoreAccess(settings: StoreSettings, context: z.RefinementCtx): void {
  const refuse = (setting: string, message: string) => context.addIssue({ code: 'custom', path: [setting], message });
  const { KAFKA_SECURITY_PROTOCOL, KAFKA_SASL_MECHANISM, KAFKA_USERNAME, KAFKA_PASSWORD } = settings;
  const withSasl = KAFKA_SECURITY_PROTOCOL === signsIn;
  for (const [name, value] of Object.entries({ KAFKA_USERNAME, KAFKA_PASSWORD }))
    if (withSasl && value === undefined) refuse(name, 'is needed with KAFKA_SECURITY_PROTOCOL=SASL_SSL');
  for (const [name, value] of Object.entries({ KAFKA_SASL_MECHANISM, KAFKA_USERNAME, KAFKA_PASSWORD }))
    if (!withSasl && value !== undefined) refuse(name, 'needs KAFKA_SECURITY_PROTOCOL=SASL_SSL');
  if (settings.STORES_CA_FILE !== undefined && !usesTls(settings)) {
    refuse(
      'STORES_CA_FILE',
      'needs a store with TLS: KAFKA_SECURITY_PROTOCOL=SASL_SSL, tls=true in MONGODB_URL, or rediss:// in REDIS_URL',
    );
  }
}

function usesTls({ KAFKA_SECURITY_PROTOCOL, MONGODB_URL = '', REDIS_URL = '' }: StoreSettings): boolean {
  const mongo = MONGODB_URL.startsWith('mongodb+srv:') || /[?&](?:tls|ssl)=true(?:&|$)/.test(MONGODB_URL);
  return KAFKA_SECURITY_PROTOCOL !== 'PLAINTEXT' || mongo || REDIS_URL.startsWith('rediss:');
}

/** Certificates to trust in PEM; undefined trusts the default ones. */
export type StoresCa = readonly string[] | undefined;

/** Adds the certificates of a file to the default ones. Throws an Error that names STORES_CA_FILE. */
export function readStoresCa(path: string | undefined): StoresCa {
  if (path === undefined) return undefined;
  try {
    const pem = readFileSync(path, 'utf8');
    // Node would ignore a file without a certificate, and each connection would fail later.
    new X509Certificate(pem);
    return [...getCACertificates('default'), pem];
  } catch (cause) {
    throw new Error(`STORES_CA_FILE: ${path} holds no readable certificate in PEM`, { cause });
  }
}

/** Returns how a Kafka client connects with these settings. */
export function kafkaSecurity(settings: StoreAccess, ca: StoresCa): KafkaSecurity {
  const { KAFKA_SECURITY_PROTOCOL: protocol, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = settings;
  if (protocol === 'PLAINTEXT') return {};
  const ssl = ca === undefined ? true : { ca: [...ca] };
  if (protocol === 'SSL' || username === undefined || password === undefined) return { ssl };
  if (settings.KAFKA_SASL_MECHANISM === 'PLAIN') return { ssl, sasl: { mechanism: 'plain', username, password } };
  return { ssl, sasl: { mechanism: 'scram-sha-512', username, password } };
}
