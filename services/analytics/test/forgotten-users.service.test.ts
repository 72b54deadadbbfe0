import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adoptForgottenUsers } from '../src/store/adopt-forgotten-users.ts';
import { userRegistered } from './events.ts';
import type { AnalyticsWorld } from './support.ts';
import { noon, startAnalytics } from './support.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-forgotten-users-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const digestOf = (userId: string) => createHash('sha256').update(userId).digest('base64url');

/** The collection of earlier versions. */
function forgottenUsers({ platform }: AnalyticsWorld) {
  const collection = platform.documents.collection<{ _id: string }>('forgotten_users');
  return {
    insert: (userIds: readonly string[]) => collection.insertMany(userIds.map((userId) => ({ _id: digestOf(userId) }))),
    count: () => collection.countDocuments(),
  };
}

async function usersAfter(world: AnalyticsWorld, registered: readonly string[]): Promise<string[]> {
  await world.publish(registered.map((userId) => userRegistered(userId)));
  await world.settled();
  return (await world.models.user.find().lean().exec()).map(({ userId }) => userId);
}

it('counts nothing of an account that an earlier version kept as deleted, from the first event after the start', async () => {
  const before = await startAnalytics({ folder, mongo: null });
  await forgottenUsers(before).insert(['gone']);
  await before.stop();
  const world = await startAnalytics({ folder, mongo: null });
  try {
    expect(await usersAfter(world, ['gone', 'stays'])).toEqual(['stays']);
    expect(await forgottenUsers(world).count()).toBe(0);
  } finally {
    await world.stop();
  }
});

it('moves all of them, however many there are and however many replicas do it at once', async () => {
  const world = await startAnalytics({ folder, mongo: null });
  try {
    const gone = Array.from({ length: 1_100 }, (_, at) => `gone-${at}`);
    await forgottenUsers(world).insert(gone);
    const { documents } = world.platform;
    await Promise.all(Array.from({ length: 3 }, () => adoptForgottenUsers(documents, noon)));
    expect(await forgottenUsers(world).count()).toBe(0);
    expect(await usersAfter(world, [...gone.filter((_, at) => at % 100 === 0), 'stays'])).toEqual(['stays']);
  } finally {
    await world.stop();
  }
});
