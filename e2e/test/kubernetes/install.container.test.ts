import { until } from '@earshot/core/testing';
import { generatedMessage, sentMessage } from '@earshot/proto/http/outreach';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { founder, linkAccount } from '../../src/founder.ts';
import { installEarshot } from '../../src/kubernetes/installation.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';
import { Visitor, newEmail } from '../../src/visitor.ts';

const installation = theInstallation();
const { kubectl, json, helm, release, image, url } = installation;
const chart = 'charts/earshot';
const named = z.object({ metadata: z.object({ name: z.string(), uid: z.string() }) });
const listed = z.object({ items: z.array(named) });
const secret = z.object({ metadata: z.object({ uid: z.string() }), data: z.record(z.string(), z.string()) });
const history = z.array(z.object({ revision: z.number(), status: z.string() }));
const address = 'https://earshot.example.test';
const password = 'a quiet harbour';

beforeAll(() => installation.settled());

const podNames = async () =>
  (await json(listed, 'get', 'pods', '--selector', 'app.kubernetes.io/name=earshot')).items
    .map(({ metadata }) => metadata.name)
    .sort();

async function revision(): Promise<number> {
  const past = history.parse(JSON.parse(await helm(['history', release, '--output', 'json'])));
  return past.find(({ status }) => status === 'deployed')?.revision ?? 0;
}

/** The address of the product according to the API. */
async function reportedAddress(): Promise<string | undefined> {
  const description = z.object({ servers: z.array(z.object({ url: z.string() })) });
  const answer = await fetch(`${url}/api/openapi.json`);
  return description.parse(await answer.json()).servers[0]?.url;
}

describe('helm upgrade and rollback', () => {
  it('a changed setting takes effect, a rollback takes it back, and keys, accounts and data outlive both', async () => {
    const email = newEmail('keeper');
    const member = await founder(url, email);
    const account = await linkAccount(member.visitor, 'patient_otter');
    const keys = await json(secret, 'get', 'secret', `${release}-keys`);
    const before = { pods: await podNames(), revision: await revision() };

    await helm(['upgrade', release, chart, '--reuse-values', '--set', `url=${address}`, '--wait', '--timeout', '15m']);
    await installation.settled();
    const upgraded = await podNames();
    expect(upgraded.filter((name) => before.pods.includes(name))).toEqual([]);
    expect(await reportedAddress()).toBe(address);

    await helm(['rollback', release, String(before.revision), '--wait', '--timeout', '15m']);
    await installation.settled();
    expect((await podNames()).filter((name) => upgraded.includes(name))).toEqual([]);
    expect(await reportedAddress()).not.toBe(address);
    expect(await revision()).toBe(before.revision + 2);

    expect(await json(secret, 'get', 'secret', `${release}-keys`)).toEqual(keys);
    const visitor = new Visitor(url);
    const signedIn = await visitor.ask('/api/auth/login', { method: 'POST', body: { email, password } });
    expect(signedIn.status).toBe(200);
    // Sending uses the account's tokens, which are encrypted with a key from the secret.
    const body = {
      accountId: account.id,
      leadId: member.leads[0].id,
      recipientUsername: member.leads[0].author,
      message: 'Hello after the rollback',
    };
    const key = { 'idempotency-key': 'after-the-rollback' };
    const sent = await visitor.get(sentMessage, '/api/reddit/send-dm', { method: 'POST', body, headers: key });
    expect(sent).toMatchObject({ status: 'sent', errorMessage: null });
    const draft = { method: 'POST', body: { messageType: 'dm', force: true } };
    await visitor.get(generatedMessage, `/api/leads/${member.leads[1].id}/generate-message`, draft);
  });
});

describe('helm uninstall', () => {
  const second = 'second';
  const volume = `persistentvolumeclaim/${second}-sandbox`;
  afterAll(async () => {
    await helm(['uninstall', second, '--ignore-not-found', '--wait']);
    await kubectl('delete', volume, '--ignore-not-found');
  });

  it('leaves nothing but volumes of a release behind, and another release beside it alone', async () => {
    const before = await everything();
    // The second installation uses the same namespace and servers. Its topics, databases and keys have another prefix.
    const values = { settings: { EARSHOT_NAMESPACE: second, MONGODB_TIMEOUT_MS: '30000' } };
    await installEarshot(installation, { release: second, image, values });
    const during = await everything();
    const own = during.filter((name) => !before.includes(name));
    expect(own.filter((name) => name.startsWith('deployment.apps/'))).toHaveLength(11);

    await helm(['uninstall', second, '--wait', '--timeout', '10m']);
    const left = async () => (await everything()).filter((name) => !before.includes(name));
    await until('all else to be gone', async () => (await left()).length === 1, 300_000, 1_000).catch(() => undefined);
    expect(await left()).toEqual([volume]);
    expect(await everything()).toEqual([...before, volume].sort());
  });
});

/** Objects that no one creates explicitly, or that disappear automatically. */
const passing = /^(events|events\.events\.k8s\.io|pods\.metrics\.k8s\.io|leases\.coordination\.k8s\.io)\//;

/** Every object of every kind in the namespace, by kind and name. */
async function everything(): Promise<string[]> {
  const kinds = (await kubectl('api-resources', '--namespaced', '--verbs', 'list', '--output', 'name'))
    .trim()
    .split('\n');
  const listable = kinds.filter((kind) => !passing.test(`${kind}/`));
  const lines = await kubectl('get', listable.join(','), '--output', 'name', '--ignore-not-found');
  return lines.trim().split('\n').sort();
}
