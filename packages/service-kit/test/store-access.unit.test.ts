import { settingsProblems } from '@earshot/core';
import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { checkStoreAccess, kafkaSecurity, readStoresCa, storeAccess } from '../src/cluster/store-access.ts';

const settings = z
  .object({ ...storeAccess, MONGODB_URL: z.string().optional(), REDIS_URL: z.string().optional() })
  .superRefine(checkStoreAccess);
const user = { KAFKA_USERNAME: 'earshot-lead', KAFKA_PASSWORD: 'secret' };
const sasl = { KAFKA_SECURITY_PROTOCOL: 'SASL_SSL', ...user };
const ca = { STORES_CA_FILE: '/keys/stores-ca.pem' };

describe('the settings of the stores', () => {
  it.each([
    ['nothing', {}],
    ['TLS alone', { KAFKA_SECURITY_PROTOCOL: 'SSL' }],
    ['a user', sasl],
    ['a user by PLAIN', { ...sasl, KAFKA_SASL_MECHANISM: 'PLAIN' }],
    ['a certificate for Kafka', { ...ca, ...sasl }],
    ['a certificate for MongoDB', { ...ca, MONGODB_URL: 'mongodb://mongo/?authSource=admin&tls=true' }],
    ['a certificate for MongoDB by SRV', { ...ca, MONGODB_URL: 'mongodb+srv://mongo/' }],
    ['a certificate for Redis', { ...ca, REDIS_URL: 'rediss://redis' }],
  ])('accept %s', (_, given) => {
    expect(settingsProblems(settings, given)).toEqual([]);
  });

  it.each([
    [{ KAFKA_SECURITY_PROTOCOL: 'SASL_SSL' }, 'KAFKA_USERNAME is needed with KAFKA_SECURITY_PROTOCOL=SASL_SSL'],
    [{ ...sasl, KAFKA_PASSWORD: undefined }, 'KAFKA_PASSWORD is needed with KAFKA_SECURITY_PROTOCOL=SASL_SSL'],
    [user, 'KAFKA_PASSWORD needs KAFKA_SECURITY_PROTOCOL=SASL_SSL'],
    [{ ...user, KAFKA_SECURITY_PROTOCOL: 'SSL' }, 'KAFKA_USERNAME needs KAFKA_SECURITY_PROTOCOL=SASL_SSL'],
    [{ KAFKA_SASL_MECHANISM: 'PLAIN' }, 'KAFKA_SASL_MECHANISM needs KAFKA_SECURITY_PROTOCOL=SASL_SSL'],
    [{ ...sasl, KAFKA_SECURITY_PROTOCOL: 'SASL_PLAINTEXT' }, 'SASL_PLAINTEXT would send the password unencrypted'],
    [{ ...sasl, KAFKA_SASL_MECHANISM: 'GSSAPI' }, 'KAFKA_SASL_MECHANISM must be SCRAM-SHA-512 or PLAIN'],
    [{ ...ca, MONGODB_URL: 'mongodb://mongo', REDIS_URL: 'redis://redis' }, 'STORES_CA_FILE needs a store with TLS'],
  ])('refuse %j', (given, problem) => {
    const problems = settingsProblems(settings, given).join('\n');
    expect(problems).toContain(problem);
    expect(problems).not.toContain('secret');
  });

  it('sign in by SCRAM-SHA-512 unless they name PLAIN', () => {
    const securityOf = (given: object) => kafkaSecurity(settings.parse(given), undefined);
    const password = { username: 'earshot-lead', password: 'secret' };
    expect(securityOf(sasl)).toEqual({ ssl: true, sasl: { mechanism: 'scram-sha-512', ...password } });
    expect(securityOf({ ...sasl, KAFKA_SASL_MECHANISM: 'PLAIN' })).toEqual({
      ssl: true,
      sasl: { mechanism: 'plain', ...password },
    });
    expect(securityOf({ KAFKA_SECURITY_PROTOCOL: 'SSL' })).toEqual({ ssl: true });
    expect(securityOf({})).toEqual({});
  });

  it('refuse a file without a certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
    try {
      const file = join(folder, 'stores-ca.pem');
      expect(() => readStoresCa(file)).toThrow(`STORES_CA_FILE: ${file} holds no readable certificate`);
      await writeFile(file, 'no certificate');
      expect(() => readStoresCa(file)).toThrow(`STORES_CA_FILE: ${file} holds no readable certificate`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
