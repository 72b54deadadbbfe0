import { databaseName } from '@earshot/service-kit/operations';
import type { Command } from '../command.ts';
import { noArguments } from '../command.ts';
import { buildIndexes } from '../build-indexes.ts';
import { databases } from '../product.ts';
import { printable } from '../printable.ts';
import { mongoSettings, settingsFor } from '../settings.ts';
import { connectMongo } from '../mongo.ts';

/** Does what the services declare; they refuse to start before. */
export const indexesCommand: Command = {
  usage: ['indexes'],
  summary: 'Upgrades documents of earlier versions in MongoDB and builds the indexes that are missing',
  run: async (args, { settings, say }) => {
    noArguments(args);
    const { MONGODB_URL, EARSHOT_NAMESPACE } = settingsFor('indexes', mongoSettings, settings);
    let well = true;
    for (const { name, models, upgrades } of databases) {
      const documents = await connectMongo(MONGODB_URL, databaseName(EARSHOT_NAMESPACE, name));
      try {
        const said = (line: string) => say(printable(line));
        if (!(await buildIndexes({ documents, models: models(documents), upgrades, say: said }))) well = false;
      } finally {
        await documents.close();
      }
    }
    return well;
  },
};
