import { createLogger, type Settings } from '@earshot/core';
import { allowInKafka, readStoresCa, type StoreUser } from '@earshot/service-kit/operations';
import type { mongo } from 'mongoose';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { codeOf, reasonOf } from './faults.ts';
import { connectMongo } from './mongo.ts';
import { installationSettings, kafkaPlace, settingsFor } from './settings.ts';

const passwordsFile = z.record(z.string(), z.string().min(1));
/** FerretDB leaves out the list when it finds nobody. */
const found = z.object({ users: z.array(z.unknown()).default([]) });
/** The code with which FerretDB refuses to change the roles of a user. */
const badValue = 2;

/**
 * Adds the rules of all users in Kafka, and creates or updates the users in MongoDB. Runs as the administrator that the
 * settings name. Safe to run at any time. Resolves to one line for each store.
 */
export async function createStoreUsers(
  users: readonly StoreUser[],
  file: string,
  settings: Settings,
): Promise<string[]> {
  const parsed = settingsFor('store-users', installationSettings, settings);
  const passwords = readPasswords(file);
  const missing = users.filter(({ owner }) => passwords[owner] === undefined).map(({ owner }) => owner);
  if (missing.length > 0) throw new Error(`${file} lacks a password for ${missing.join(', ')}`);

  const { brokers, security } = kafkaPlace(parsed);
  const log = createLogger({ name: 'operations', level: 'silent' });
  await allowInKafka({ brokers, security, log, users }).catch((cause: unknown) => {
    throw new Error(`Cannot add the rules in Kafka at ${brokers.join(', ')}: ${reasonOf(cause)}`, { cause });
  });

  const named = users.filter(({ databases }) => databases.length > 0);
  const documents = await connectMongo(parsed.MONGODB_URL, 'admin', readStoresCa(parsed.STORES_CA_FILE));
  try {
    const admin = documents.getClient().db('admin');
    for (const user of named) await ensureMongoUser(admin, user, passwords[user.owner] ?? '');
  } finally {
    await documents.close();
  }
  return [`${users.length} users have their rules in Kafka`, `${named.length} users exist in MongoDB`];
}

function readPasswords(file: string): z.output<typeof passwordsFile> {
  try {
    return passwordsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} is not a JSON file of passwords by service`, { cause });
  }
}

async function ensureMongoUser(admin: mongo.Db, { name, databases }: StoreUser, pwd: string): Promise<void> {
  const roles = databases.map((db) => ({ role: 'readWrite', db }));
  const { users } = found.parse(await admin.command({ usersInfo: { user: name, db: 'admin' } }));
  if (users.length === 0) {
    await admin.command({ createUser: name, pwd, roles });
    return;
  }
  await admin.command({ updateUser: name, pwd, roles }).catch(async (error: unknown) => {
    if (codeOf(error) !== badValue) throw error;
    await admin.command({ updateUser: name, pwd });
  });
}
