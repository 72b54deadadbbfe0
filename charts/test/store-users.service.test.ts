import { allServices } from '@earshot/all-in-one/services';
import { storeUsers } from '@earshot/service-kit/operations';
import { expect, it } from '@jest/globals';
import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { describeWithHelm, generatedSecret, ofKind, rendered } from './support/helm.ts';
import { componentOf, workload } from './support/shapes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const passwordsFile = z.record(z.string(), z.string().length(32));
/** Variables with which a pod signs in to a store. */
const signIns = ['KAFKA_USERNAME', 'KAFKA_PASSWORD', 'MONGODB_URL', 'REDIS_URL'];

describeWithHelm('a user for each service in each store', () => {
  const objects = rendered('secured');
  const keys = generatedSecret(objects, 'earshot-keys');
  const servers = generatedSecret(objects, 'earshot-servers');
  const passwords = passwordsFile.parse(JSON.parse(servers['users.json'] ?? ''));
  const users = storeUsers(allServices, undefined);
  const workloads = ['Deployment', 'Job'].flatMap((kind) => ofKind(objects, kind, workload));
  const referencesOf = (name: string) =>
    workloads
      .filter(({ metadata }) => componentOf(metadata) === name)
      .flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ env }) => env))
      .flatMap(({ name: variable, valueFrom }) =>
        valueFrom === undefined ? [] : [{ variable, ...valueFrom.secretKeyRef }],
      );

  it('each service signs in as itself, with the name and rights that store-users prints', () => {
    expect(Object.keys(passwords).sort()).toEqual(users.map(({ owner }) => owner).sort());
    expect(new Set(Object.values(passwords)).size).toBe(users.length);
    for (const { owner, name, databases, redis } of users) {
      const signIn = `${name}:${passwords[owner]}@`;
      expect([keys[`${owner}.KAFKA_USERNAME`], keys[`${owner}.KAFKA_PASSWORD`]]).toEqual([name, passwords[owner]]);
      const mongodb = databases.length > 0 ? `mongodb://${signIn}mongo:27017/?tls=true&authSource=admin` : undefined;
      expect([owner, keys[`${owner}.MONGODB_URL`]]).toEqual([owner, mongodb]);
      expect([owner, keys[`${owner}.REDIS_URL`]]).toEqual([
        owner,
        redis === null ? undefined : `rediss://${signIn}redis:6379`,
      ]);
    }
  });

  it('each pod reads its own sign-ins and those of nobody else', () => {
    const jobs = { topics: 'operations', indexes: 'operations' };
    const owners = [...allServices.map(({ name }) => [name, name] as const), ...Object.entries(jobs)];
    for (const [component, owner] of owners) {
      const own = referencesOf(component).filter(({ variable }) => signIns.includes(variable));
      expect(own.length).toBeGreaterThan(0);
      for (const { variable, key, optional } of own)
        expect([component, key, optional]).toEqual([component, `${owner}.${variable}`, false]);
    }
  });

  it('only the job that creates the users reads the secret of the servers', () => {
    const readers = workloads.filter((one) => JSON.stringify(one.spec).includes('earshot-servers'));
    expect(readers.map(({ metadata }) => metadata.name)).toEqual(['earshot-store-users']);
  });

  it('Kafka and Redis get the same users, and no password of Redis is readable', () => {
    for (const { owner, name } of users)
      expect(servers['kafka-jaas.conf']).toContain(`"user_${name}"="${passwords[owner]}"`);
    const lines = users.flatMap(({ owner, name, redis }) => {
      const digest = createHash('sha256')
        .update(passwords[owner] ?? '')
        .digest('hex');
      return redis === null ? [] : [`user ${name} on #${digest} ${redis.join(' ')}`];
    });
    expect((servers['redis-users.acl'] ?? '').trim().split('\n').sort()).toEqual(['user default off', ...lines].sort());
  });

  it('the users follow EARSHOT_NAMESPACE', () => {
    const more = rendered('secured', ['--set', 'settings.EARSHOT_NAMESPACE=second']);
    const [lead] = storeUsers(allServices, 'second').filter(({ owner }) => owner === 'lead');
    expect(generatedSecret(more, 'earshot-keys')['lead.KAFKA_USERNAME']).toBe(lead?.name);
    expect(generatedSecret(more, 'earshot-servers')['redis-users.acl']).toContain(lead?.redis?.join(' '));
  });

  it.each([
    ['kafka', 'kafka-0.kafka.somewhere.svc'],
    ['mongo', 'mongo'],
    ['redis', 'redis'],
  ])('%s has a certificate for its address, signed by the authority that the services trust', (server, host) => {
    const pem = servers[`${server}.pem`] ?? '';
    const [certificate, authority] = [new X509Certificate(pem), new X509Certificate(keys['stores-ca.pem'] ?? '')];
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.checkHost(host)).toBe(host);
    const key = createPublicKey(createPrivateKey(pem));
    expect(key.equals(certificate.publicKey)).toBe(true);
    // Kafka reads no other encoding.
    if (server === 'kafka') expect(pem).toContain('-----BEGIN PRIVATE KEY-----');
  });

  it('the servers of the trial read only what the secret holds, and those for development need none', () => {
    const keys = globSync('k8s/overlays/trial/*.yaml', { cwd: root }).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\bkey: ([\w.-]+)/g)].map(([, key = '']) => key),
    );
    expect(keys).toEqual(expect.arrayContaining(['ca.pem', 'kafka-jaas.conf', 'mongodb-password', 'redis-users.acl']));
    expect(keys.filter((key) => servers[key] === undefined)).toEqual([]);
    const development = globSync('k8s/{base,overlays/dev}/*.yaml', { cwd: root });
    expect(development.length).toBeGreaterThan(0);
    for (const path of development)
      expect(readFileSync(join(root, path), 'utf8')).not.toMatch(/secretName|secretKeyRef/);
  });

  it('your own secret may hold users for some stores only', () => {
    const flags = ['--set', 'stores.users={kafka}', '--set', 'redis.url=redis://redis:6379'];
    const production = ofKind(rendered('production', flags), 'Deployment', workload);
    const lead = production.find(({ metadata }) => componentOf(metadata) === 'lead');
    const env = lead?.spec.template.spec.containers[0]?.env ?? [];
    const keyOf = (name: string) => env.find((one) => one.name === name)?.valueFrom?.secretKeyRef.key;
    expect(signIns.map(keyOf)).toEqual(['lead.KAFKA_USERNAME', 'lead.KAFKA_PASSWORD', 'MONGODB_URL', undefined]);
  });
});
