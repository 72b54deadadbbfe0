import { authService } from '@earshot/auth';
import { leadService } from '@earshot/lead';
import type { Clock } from '@earshot/core';
import type { Platform, Service } from '@earshot/service-kit';
import { until } from '@earshot/core/testing';
import { startTestServices, type TestServices, withSource } from '@earshot/testing';
import { authContract } from '@earshot/proto/http/auth';
import { type BusinessProfile, leadContract, leadList } from '@earshot/proto/http/lead';
import { scanContract, type ScanJob, scanJob } from '@earshot/proto/http/scan';
import { z } from 'zod';
import { scanIngest, scanService, scanWorker } from '../src/service.ts';
import { business, type FakeSource, fakeSource } from './fake-source.ts';

export interface ScanWorld {
  readonly services: TestServices;
  readonly source: FakeSource;
  /** A new user with a business and these active communities. */
  user(communities: readonly string[], options?: UserOptions): Promise<string>;
  start(userId: string): Promise<string>;
  status(userId: string, jobId: string): Promise<ScanJob>;
  /** Starts a scan and waits for its end. */
  scan(userId: string): Promise<ScanJob>;
  ended(userId: string, jobId: string): Promise<ScanJob>;
  /** The number of the user's leads in the lead service. */
  leads(userId: string): Promise<number>;
}

export interface UserOptions extends Partial<BusinessProfile> {
  readonly businessDescription?: string;
  readonly maxLeadsPerScan?: number;
  readonly maxLeadsPerDay?: number;
  readonly searchStrategy?: string;
  readonly scanFrequency?: string;
  readonly listen?: boolean;
}

export interface WorldOptions {
  readonly folder?: string;
  readonly source?: FakeSource;
  readonly workers?: number;
  /** False: the test runs ingest itself. */
  readonly ingest?: boolean;
  readonly clock?: Clock;
  readonly settings?: Readonly<Record<string, string>>;
  readonly platform?: (platform: Platform) => Platform;
}

let users = 0;

/** Starts the real services of a scan on the embedded platform. Only the community site is a fake. */
export async function openScanWorld(options: WorldOptions = {}): Promise<ScanWorld> {
  const source = options.source ?? fakeSource();
  const workers: Service[] = Array.from({ length: options.workers ?? 1 }, () => scanWorker);
  const ingest = options.ingest === false ? [] : [scanIngest];
  const services = await startTestServices([authService, leadService, scanService, ...ingest, ...workers], {
    ...(options.folder !== undefined && { folder: options.folder }),
    ...(options.clock !== undefined && { clock: options.clock }),
    ...(options.settings !== undefined && { settings: options.settings }),
    platform: (platform) => {
      const own = { ...platform, sources: withSource(platform.sources, { read: source }) };
      return options.platform?.(own) ?? own;
    },
  });
  const world: ScanWorld = {
    services,
    source,
    user: async (communities, settings = {}) => {
      users += 1;
      const userId = `user-${users}`;
      const { maxLeadsPerDay, ...configuration } = settings;
      await expectOk(
        services.fetch(leadContract.saveConfiguration, {
          userId,
          body: { businessDescription: business, ...configuration },
        }),
      );
      for (const name of communities)
        await expectOk(services.fetch(leadContract.addSubreddit, { userId, body: { name } }));
      if (maxLeadsPerDay !== undefined) {
        await expectOk(services.fetch(authContract.savePreferences, { userId, body: { maxLeadsPerDay } }));
      }
      return userId;
    },
    start: async (userId) => {
      const { body } = await expectOk(services.fetch(scanContract.startScan, { userId }));
      return z.object({ jobId: z.string() }).parse(body).jobId;
    },
    status: async (userId, jobId) => {
      const { body } = await expectOk(services.fetch(scanContract.scanStatus, { userId, params: { jobId } }));
      return scanJob.parse(body);
    },
    ended: async (userId, jobId) => {
      let job: ScanJob | undefined;
      try {
        return await until('its end', async () => {
          job = await world.status(userId, jobId);
          return job.completedAt === null ? null : job;
        });
      } catch (error) {
        throw new Error(`scan did not end: ${JSON.stringify(job)}`, { cause: error });
      }
    },
    scan: async (userId) => world.ended(userId, await world.start(userId)),
    leads: async (userId) => {
      const { body } = await expectOk(services.fetch(leadContract.listLeads, { userId }));
      return leadList.parse(body).total;
    },
  };
  return world;
}

async function expectOk<A extends { status: number; body: unknown }>(answered: Promise<A>): Promise<A> {
  const answer = await answered;
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/**
 * Zero if the funnel of an ended scan counts every post exactly once. Must hold for every ended scan that was not
 * cancelled.
 */
export function residue({ funnel }: ScanJob): number {
  const { fetched, known, stale, filtered, scored, unscored, belowThreshold, capped, created, duplicate, pending } =
    funnel;
  const posts = fetched - known - stale - filtered - scored - unscored;
  return Math.abs(posts) + Math.abs(scored - belowThreshold - capped - created - duplicate) + Math.abs(pending);
}
