import { mkdtemp, rm } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Endpoint, leadContract } from '@earshot/proto/http';
import { targetOf, tokenHeader } from '@earshot/service-kit';
import { signingKeys } from '../../packages/service-kit/src/embedded/signing-keys.ts';
import { internalTokens } from '../../packages/service-kit/src/identity/internal-tokens.ts';
import type { CommunityDocument } from '../../services/lead/src/store/community-store.ts';
import type { LeadDocument } from '../../services/lead/src/store/lead-schema.ts';
import { manyLeads } from '../../services/lead/test/fixtures/many-leads.ts';
import { type CallCosts, cpuOfCalls, type MeasuredCall } from './cpu-of-calls.ts';
import { type ServerProcess, startServer } from './earshot-process.ts';
import { percentile, table } from './figures.ts';
import { type Call, callerOf } from './load.ts';

const userId = 'bench';
const now = new Date('2026-11-21T12:00:00.000Z');
const reads = [
  { name: '20 leads', endpoint: leadContract.listLeads },
  { name: 'three communities', endpoint: leadContract.listSubreddits },
];

export interface OwnerServiceOptions {
  /** Leads of one user. */
  readonly leads: number;
  /** Calls per round, server and read. */
  readonly calls: number;
  readonly print: (line: string) => void;
}

/**
 * Measures the processor time of the lead service for two reads, and of Express for the same reads with mongoose, the same
 * queries, and zod that parses the same answer. The documents are in a further process. Rejects if the answers differ.
 */
export async function benchOwnerService({ leads, calls, print }: OwnerServiceOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-owner-service-'));
  const running: ServerProcess[] = [];
  const start = async (file: string, settings: Readonly<Record<string, string>>, path?: string) => {
    const args = [`bench/src/owner-service/${file}.ts`];
    const server = await startServer({ args, settings, ...(path !== undefined && { path }) });
    running.push(server);
    return server;
  };
  try {
    const { url: DOCUMENTS } = await start('documents', { FOLDER: join(folder, 'documents') });
    const home = join(folder, 'service');
    const service = await start('service', { DOCUMENTS, FOLDER: home }, '/health/ready');
    await seed(DOCUMENTS, leads);
    const plain = await start('plain-routes', { DOCUMENTS, OWNER: userId }, '/api/subreddits');
    const token = tokensOf(home);
    const rows: string[][] = [];
    for (const { name, endpoint } of reads) {
      const { path } = endpoint;
      const call = () => ({ address: '192.0.2.1', headers: { [tokenHeader]: token(endpoint) } });
      const measured: MeasuredCall[] = [];
      for (const server of [service, plain])
        measured.push({ server, path, call, text: await textAt(server, path, call()) });
      checkSame(name, measured);
      rows.push(...rowsOf(name, await cpuOfCalls(measured, { calls, connections: 20 })));
    }
    const columns = ['call', 'server', 'cpu us', 'service is x', 'rounds'];
    for (const line of table(columns, rows)) print(line);
  } finally {
    for (const server of running.toReversed()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs tokens as the gateway does. */
function tokensOf(folder: string) {
  const keys = signingKeys(folder);
  const privateKey = keys.get('gateway')?.privateKey ?? '';
  const tokens = internalTokens('gateway', { privateKey, publicKeys: new Map() });
  return (endpoint: Endpoint) => tokens.sign(targetOf(endpoint), { userId, admin: false, sessionRef: 'bench' });
}

async function seed(uri: string, count: number): Promise<void> {
  const client = await new MongoClient(uri).connect();
  const database = client.db('lead');
  const leads = [...manyLeads(userId, count, now)];
  const stored = database.collection<LeadDocument>('leads');
  for (let from = 0; from < leads.length; from += 1_000) await stored.insertMany(leads.slice(from, from + 1_000));
  await database.collection<CommunityDocument>('subreddits').insertMany(
    ['startups', 'smallbusiness', 'freelance'].map((name, n) => ({
      _id: `0199aa00-0000-7000-8000-00000000000${n}`,
      userId,
      source: 'sample',
      name,
      nameKey: name,
      isActive: true,
      isStarred: false,
      check: 'passed' as const,
      problem: null,
      createdAt: now,
      outbox: [],
    })),
  );
  await client.close();
}

async function textAt({ url }: ServerProcess, path: string, call: Call): Promise<string> {
  const caller = callerOf(url);
  const { text } = await caller.ask('GET', path, call);
  caller.end();
  return text;
}

const fields = z.record(z.string(), z.unknown());

/** Throws unless all servers answer the same. The service may add fields around the rows, such as where to read on. */
function checkSame(name: string, [service, ...plain]: readonly MeasuredCall[]): void {
  const own: unknown = JSON.parse(service?.text ?? '');
  for (const { text, path } of plain) {
    const other: unknown = JSON.parse(text);
    const expected = Array.isArray(other) ? other : { ...fields.parse(own), ...fields.parse(other) };
    if (!isDeepStrictEqual(own, expected)) throw new Error(`${name}: ${path} differs from the service's answer`);
  }
}

function rowsOf(call: string, costs: readonly CallCosts[]): string[][] {
  const medians = costs.map(({ microseconds }) => percentile(microseconds, 50));
  const names = ['lead service', 'Express, mongoose and zod'];
  return names.map((name, n) => [
    call,
    name,
    (medians[n] ?? 0).toFixed(0),
    ((medians[0] ?? 0) / (medians[n] ?? 0)).toFixed(2),
    (costs[n]?.microseconds ?? []).map((one) => one.toFixed(0)).join(' '),
  ]);
}
