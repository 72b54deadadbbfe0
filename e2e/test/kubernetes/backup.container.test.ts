import { leadList } from '@earshot/proto/http/lead';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { founder, linkAccount } from '../../src/founder.ts';
import { installServers, openGateway, remove } from '../../src/kubernetes/installation.ts';
import type { Tools } from '../../src/kubernetes/kubectl.ts';
import type { Forward } from '../../src/kubernetes/port-forward.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';
import { testValues } from '../../src/kubernetes/values.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

const source = theInstallation();
const { release } = source;
const other = `${source.namespace}-restored`;
const operations = 'apps/operations/src/main.ts';
const secret = z.object({ data: z.record(z.string(), z.string()) });

let folder: string;
let target: Tools | undefined;
let gateway: Forward | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-backup-'));
});
afterAll(async () => {
  await gateway?.stop();
  if (target !== undefined) await remove(target, release);
  await maintain(source, 'false');
  await source.settled();
  await rm(folder, { recursive: true, force: true });
});

/** Replaces the services by the pod for operators' commands, or the reverse, as described in docs/install.md. */
async function maintain({ helm }: Tools, on: 'true' | 'false') {
  const flags = ['--reuse-values', '--set', `maintenance=${on}`, '--wait', '--timeout', '15m'];
  await helm(['upgrade', release, 'charts/earshot', ...flags]);
}

/** Runs an operator's command while the services are stopped. Resolves with its lines. */
async function operate({ kubectl }: Tools, ...args: string[]): Promise<string[]> {
  const output = await kubectl('exec', `deploy/${release}-operations`, '--', 'node', operations, ...args);
  return output.trim().split('\n');
}

/** The counts that export and import print, one line for each collection. */
const counts = (lines: readonly string[]) => lines.filter((line) => / \d+ documents$/.test(line)).sort();

async function copied(from: Tools, to: Tools, file: string) {
  const near = join(folder, 'earshot.gz');
  const podOf = async ({ kubectl }: Tools) => {
    const selector = `app.kubernetes.io/instance=${release},app.kubernetes.io/component=operations`;
    return kubectl('get', 'pods', '--selector', selector, '--output', 'jsonpath={.items[0].metadata.name}');
  };
  await from.kubectl('cp', `${await podOf(from)}:${file}`, near);
  await to.kubectl('cp', near, `${await podOf(to)}:${file}`);
}

/**
 * Checks that the copied key decrypts the tokens of linked accounts: adds a new key and re-encrypts every token with
 * it.
 */
async function expectReadable({ kubectl }: Tools) {
  const steps = [
    'cp /keys/sealing.json /backup/keys.json',
    `node ${operations} keys rotate /backup/keys.json`,
    `SEALING_KEYS_FILE=/backup/keys.json node ${operations} reseal`,
  ];
  const output = await kubectl('exec', `deploy/${release}-operations`, '--', 'bash', '-c', steps.join(' && '));
  expect(output).toMatch(/resealed [1-9]\d* accounts of MongoDB/);
}

/** A new installation without services. It gets the old one's sealing key, because the copied database needs it. */
async function stoppedInstallation(): Promise<Tools> {
  const tools = await installServers(other);
  const { data } = await source.json(secret, 'get', 'secret', `${release}-keys`);
  await tools.apply({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${release}-keys` },
    data: { 'sealing.json': data['sealing.json'] },
  });
  const values = join(folder, 'values.json');
  await writeFile(values, JSON.stringify({ ...testValues(source.image), maintenance: true }));
  await tools.helm(['install', release, 'charts/earshot', '--values', values, '--wait', '--timeout', '15m']);
  return tools;
}

it('a backup is restored into a new namespace: as many documents, the same people, leads and linked accounts', async () => {
  const email = newEmail('restored');
  const { visitor, leads } = await founder(source.url, email);
  const account = await linkAccount(visitor, 'sandbox_one');
  const [lead] = leads;
  const draft = await visitor.get(generatedMessage, `/api/leads/${lead.id}/generate-message`, {
    method: 'POST',
    body: { messageType: 'comment', tone: 'casual', force: true },
  });
  const before = await visitor.get(leadList, '/api/leads?limit=100&sortBy=score-high');

  await maintain(source, 'true');
  const exported = await operate(source, 'export', '/backup/earshot.gz', '--without-dead-letters');
  target = await stoppedInstallation();
  await copied(source, target, '/backup/earshot.gz');
  const imported = await operate(target, 'import', '/backup/earshot.gz');
  expect(counts(imported)).toEqual(counts(exported));
  expect(counts(imported)).not.toEqual([]);
  await expectReadable(target);

  await maintain(target, 'false');
  gateway = await openGateway(target, release);
  const again = new Visitor(gateway.url);
  const signedIn = await again.ask('/api/auth/login', { method: 'POST', body: { email, password: 'a quiet harbour' } });
  expect(signedIn.status).toBe(200);
  // The addresses of sample posts begin with that of the installation.
  const moved: unknown = JSON.parse(JSON.stringify(before).replaceAll(source.url, gateway.url));
  expect(await again.get(leadList, '/api/leads?limit=100&sortBy=score-high')).toEqual(moved);
  expect(await again.get(z.array(generatedMessage), '/api/generated-messages')).toEqual([draft]);
  expect(await again.get(z.array(z.object({ id: z.string() })), '/api/reddit/accounts')).toMatchObject([
    { id: account.id },
  ]);
});
