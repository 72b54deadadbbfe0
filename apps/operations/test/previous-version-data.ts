import { allServices } from '@earshot/all-in-one/services';
import { until } from '@earshot/core/testing';
import { authContract, leadContract, scanContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { leadList } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import type { TestServices } from '@earshot/testing';
import { startTestServices } from '@earshot/testing';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { databases } from '../src/product.ts';

const fixtures = join(import.meta.dirname, '../../../e2e/test/fixtures/previous-version');

/** The archive that the previous version exported. */
export const archive = join(fixtures, 'export.earshot.gz');

/**
 * Writes sealing keys under the id of those that sealed the archive's tokens. An import compares ids only; the key itself
 * is lost.
 */
export async function writeSealingKeys(folder: string): Promise<string> {
  const file = join(folder, 'keys-of-the-archive.json');
  const id = '92eefd0ec0fd';
  await writeFile(file, JSON.stringify({ current: id, keys: { [id]: Buffer.alloc(32).toString('base64') } }));
  return file;
}

/** Documents of each collection, named as in `lead.leads`. */
export const counts = z
  .record(z.string(), z.number())
  .parse(JSON.parse(readFileSync(join(fixtures, 'counts.json'), 'utf8')));

/** An export leaves these behind. */
export const sessions = 'gateway.sessions';

/** A moment after the data were made; later ones would let some of them expire. */
const madeAt = new Date('2026-11-24T05:51:00.000Z');

/** The data folder of the previous version, at a new place. */
export async function previousFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const file of ['documents.sqlite', 'bus.sqlite']) {
    await writeFile(join(folder, file), gunzipSync(readFileSync(join(fixtures, `${file}.gz`))));
  }
  return folder;
}

/** The present version on a folder, at the time of the data. */
export function openPrevious(folder: string): Promise<TestServices> {
  const startedAt = Date.now();
  const clock = { now: () => new Date(madeAt.getTime() + Date.now() - startedAt) };
  return startTestServices(allServices, { folder, clock, settings: { PORT: '0', SANDBOX_ARRIVALS_PER_HOUR: '0' } });
}

/** After the start, leads of earlier versions are judged again, and the user is told which were withdrawn. */
const withoutWithdrawals = new Map([['outreach.notifications', { kind: { $ne: 'leads-withdrawn' } }]]);

/** Documents of the collections that the previous version had. */
export async function countsIn(services: TestServices): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name } of databases) {
    const owner = allServices.find(({ database }) => database === name);
    if (owner === undefined) throw new Error(`nobody owns ${name}`);
    const { documents } = services.platformOf(owner.name);
    const own = Object.keys(counts).filter((collection) => collection.startsWith(`${name}.`));
    for (const full of own) {
      found[full] = await documents
        .collection(full.slice(name.length + 1))
        .countDocuments(withoutWithdrawals.get(full) ?? {});
    }
  }
  return found;
}

/** Signs in as the user of the data, and answers the leads. */
export async function leadsOf(services: TestServices) {
  const body = { email: 'founder@example.test', password: 'a quiet harbour' };
  const { id: userId } = user.parse((await services.fetch(authContract.login, { userId: null, body })).body);
  const { leads } = leadList.parse((await services.fetch(leadContract.listLeads, { userId })).body);
  return { userId, leads };
}

/** Scans once more; resolves to the ended job. */
export async function scanAgain(services: TestServices, userId: string) {
  const started = await services.fetch(scanContract.startScan, { userId });
  const { jobId } = z.object({ jobId: z.string() }).parse(started.body);
  return until('the end of the scan', async () => {
    const { body } = await services.fetch(scanContract.scanStatus, { userId, params: { jobId } });
    const job = scanJob.parse(body);
    return job.completedAt === null ? null : job;
  });
}
