import { until } from '@earshot/core/testing';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import { expect } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import type { ScanWorld } from './scan-world.ts';

export const buyersOf = (name: string, count: number) => makePosts(name, count, { buyerEvery: 1, newest: new Date() });
export const buyers = (count: number) => buyersOf('freelance', count);

/** Longer than the interval of the background work. */
export const patientMs = 60_000;

export async function leadsOf(world: ScanWorld, userId: string) {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { limit: '100' } });
  return leadList.parse(body).leads;
}

export async function save(world: ScanWorld, userId: string, body: Record<string, unknown>): Promise<void> {
  expect((await world.services.fetch(leadContract.saveConfiguration, { userId, body })).status).toBe(200);
}

/** Waits until all leads have this status, and returns them. */
export const untilAllAre = (world: ScanWorld, userId: string, status: string) =>
  until(
    `leads that are ${status}`,
    async () => {
      const leads = await leadsOf(world, userId);
      return leads.every((lead) => lead.status === status) && leads;
    },
    patientMs,
  );
