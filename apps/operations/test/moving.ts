import { EJSON } from 'bson';
import { allServices } from '@earshot/all-in-one/services';
import { until } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { authContract, type Endpoint, leadContract, scanContract, securityContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { z } from 'zod';
import type { SecurityEventName } from '@earshot/proto/security-events';
import { leadList } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import { securityEventView } from '@earshot/proto/http/security';
import { readArchive } from '../src/archive/read.ts';
import { allHandled } from './handled.ts';

export const account = { email: 'mover@example.test', password: 'a quiet harbour' };
const business = 'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios.';

/** Fills a data folder through the product: an account, its watched communities, a scan and its leads. */
export async function fill(folder: string): Promise<{ userId: string; leads: number }> {
  const openedAt = Date.now();
  const product = await open(folder);
  try {
    const { id: userId } = await product.ask(user, authContract.register, { userId: null, body: account });
    await product.send(leadContract.saveConfiguration, {
      userId,
      body: { businessDescription: business, searchStrategy: 'broad' },
    });
    for (const name of ['freelance', 'smallbusiness']) {
      await product.send(leadContract.addSubreddit, { userId, body: { name } });
    }
    await scan(product, userId);
    await stored(product, userId, { event: 'account-created', since: openedAt });
    await allHandled(product.services);
    return { userId, leads: (await product.ask(leadList, leadContract.listLeads, { userId })).total };
  } finally {
    await product.services.stop();
  }
}

/** Starts the product on this folder: signs the user in, lists the leads and scans again. */
export async function use(
  folder: string,
  userId: string,
): Promise<{ signedInAs: string; leads: number; found: number }> {
  const openedAt = Date.now();
  const product = await open(folder);
  try {
    const { id } = await product.ask(user, authContract.login, { userId: null, body: account });
    const { total } = await product.ask(leadList, leadContract.listLeads, { userId });
    const { newLeadsFound } = await scan(product, userId);
    await stored(product, userId, { event: 'sign-in', since: openedAt });
    await allHandled(product.services);
    return { signedInAs: id, leads: total, found: newLeadsFound };
  } finally {
    await product.services.stop();
  }
}

/** All documents of an archive as Extended JSON, with the names of their collections. */
export async function documentsIn(file: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const { of, document } of readArchive(file)) {
    lines.push(`${of.database}.${of.collection} ${EJSON.stringify(document, { relaxed: false })}`);
  }
  return lines;
}

const ownEvents = z.object({ events: z.array(securityEventView) });

/** Waits until this security event is stored. Security events are published up to 100 ms late, apart from any outbox. */
async function stored(product: Opened, userId: string, { event, since }: { event: SecurityEventName; since: number }) {
  await until(`the event ${event} to be stored`, async () => {
    const { events } = await product.ask(ownEvents, securityContract.listSecurityEvents, { userId });
    return events.some((one) => one.event === event && Date.parse(one.at) >= since);
  });
}

interface Opened {
  readonly services: TestServices;
  send(endpoint: Endpoint, call: Call): Promise<unknown>;
  ask<S extends z.ZodType>(answer: S, endpoint: Endpoint, call: Call): Promise<z.output<S>>;
}
interface Call {
  readonly userId: string | null;
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, string>>;
}

async function open(folder: string): Promise<Opened> {
  const services = await startTestServices(allServices, { folder, settings: { PORT: '0' } });
  const send = async (endpoint: Endpoint, call: Call) => {
    const { status, body } = await services.fetch(endpoint, call);
    if (status >= 300) throw new Error(`${endpoint.path} returned ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return { services, send, ask: async (answer, endpoint, call) => answer.parse(await send(endpoint, call)) };
}

async function scan(product: Opened, userId: string) {
  const { jobId } = await product.ask(z.object({ jobId: z.string() }), scanContract.startScan, { userId });
  return until('the end of the scan', async () => {
    const job = await product.ask(scanJob, scanContract.scanStatus, { userId, params: { jobId } });
    return job.completedAt === null ? null : job;
  });
}
