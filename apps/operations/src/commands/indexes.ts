import { databaseName, readStoresCa } from '@earshot/service-kit/operations';
import { type Command, noArguments } from '../command.ts';
import { buildIndexes } from '../build-indexes.ts';
import { databases } from '../product.ts';
import { printable } from '../printable.ts';
import { mongoSettings, settingsFor } from '../settings.ts';
import { connectMongo } from '../mongo.ts';

/** Builds the indexes that the services declare. Services refuse to start without them. */
export const indexesCommand: Command = {
  usage: ['indexes'],
  summary: 'Builds the missing indexes in MongoDB',
  run: async (args, { settings, print }) => {
    noArguments(args);
    const { MONGODB_URL, EARSHOT_NAMESPACE, STORES_CA_FILE } = settingsFor('indexes', mongoSettings, settings);
    const ca = readStoresCa(STORES_CA_FILE);
    let isComplete = true;
    for (const { name, models } of databases) {
      const documents = await connectMongo(MONGODB_URL, databaseName(EARSHOT_NAMESPACE, name), ca);
      try {
        const output = (line: string) => print(printable(line));
        if (!(await buildIndexes({ documents, models: models(documents), print: output }))) isComplete = false;
      } finally {
        await documents.close();
      }
    }
    return isComplete;
  },
};
