import { allServices } from '@earshot/all-in-one/services';
import { clusterSettings, type KafkaRule, type StoreUser, storeUsers } from '@earshot/service-kit/operations';
import { z } from 'zod';
import { type Command, UsageError } from '../command.ts';
import { createStoreUsers } from '../create-store-users.ts';
import { settingsFor } from '../settings.ts';

const password = 'PASSWORD';

/** The commands that create the users of one store, by store. */
const writers: Readonly<Record<string, (user: StoreUser) => string[]>> = {
  kafka: ({ name, kafka }) => [
    `kafka-configs.sh --alter --entity-type users --entity-name ${name} --add-config 'SCRAM-SHA-512=[password=${password}]'`,
    ...kafka.map((rule) => kafkaLine(name, rule)),
  ],
  mongodb: ({ name, databases }) => {
    const roles = databases.map((db) => ({ role: 'readWrite', db }));
    if (roles.length === 0) return [];
    return [`db.getSiblingDB('admin').createUser(${JSON.stringify({ user: name, pwd: password, roles })})`];
  },
  redis: ({ name, redis }) => (redis === null ? [] : [`ACL SETUSER ${name} on >${password} ${redis.join(' ')}`]),
};
const stores = Object.keys(writers);

/** Prints the users of a store and their rights, or creates them as far as the protocols of the stores allow. */
export const storeUsersCommand: Command = {
  usage: [`store-users -- ${stores.join('|')}`, 'store-users -- create PASSWORDS_FILE'],
  summary: `Prints the commands that create a user for each service in a store; replace ${password} by one of your own each time. create runs as administrator: it adds the rules in Kafka, and creates or updates the users in MongoDB with the passwords of a JSON file {"lead": "...", ...}`,
  run: async (args, { settings, print }) => {
    const [store = '', file, unknown] = args;
    const extra = store === 'create' ? unknown : file;
    if (extra !== undefined) throw new UsageError(`unknown argument "${extra}"`);
    const schema = z.object({ EARSHOT_NAMESPACE: clusterSettings.shape.EARSHOT_NAMESPACE });
    const { EARSHOT_NAMESPACE } = settingsFor('store-users', schema, settings);
    const users = storeUsers(allServices, EARSHOT_NAMESPACE);
    if (store === 'create') {
      if (file === undefined) throw new UsageError('store-users create needs a PASSWORDS_FILE');
      for (const line of await createStoreUsers(users, file, settings)) print(line);
      return true;
    }
    const write = Object.hasOwn(writers, store) ? writers[store] : undefined;
    if (write === undefined) throw new UsageError(`store-users needs create or one of ${stores.join(', ')}`);
    for (const user of users) for (const line of write(user)) print(line);
    return true;
  },
};

function kafkaLine(user: string, { resource, pattern, name, operations }: KafkaRule): string {
  const rights = operations.map((operation) => `--operation ${operation}`).join(' ');
  return `kafka-acls.sh --add --allow-principal User:${user} ${rights} --${resource} ${name} --resource-pattern-type ${pattern}`;
}
