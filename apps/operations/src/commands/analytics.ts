import { tombstones } from '@earshot/service-kit';
import { z } from 'zod';
import { type Command, UsageError } from '../command.ts';
import { type OpenDocuments, openDocuments } from '../places.ts';
import { type Collection, type Fact, type FactSource, repair } from '../rebuild/repair.ts';
import * as factSources from '../rebuild/fact-sources.ts';
import { orDefaultFolder } from '../settings.ts';

/** The collections of facts, each with the collection of the service that owns the original data. */
const sources: readonly {
  readonly facts: string;
  readonly database: string;
  readonly collection: string;
  readonly source: (owner: Collection) => FactSource;
}[] = [
  { facts: 'user_facts', database: 'auth', collection: 'users', source: factSources.userFacts },
  { facts: 'community_facts', database: 'lead', collection: 'subreddits', source: factSources.communityFacts },
  { facts: 'lead_facts', database: 'lead', collection: 'leads', source: factSources.leadFacts },
  { facts: 'scan_facts', database: 'scan', collection: 'scan_jobs', source: factSources.scanFacts },
  {
    facts: 'discovery_request_facts',
    database: 'discovery',
    collection: 'discovery_requests',
    source: factSources.discoveryRequestFacts,
  },
  {
    facts: 'discovery_conversion_facts',
    database: 'discovery',
    collection: 'discovery_conversions',
    source: factSources.discoveryConversionFacts,
  },
];

/** Rebuilds the read models of the analytics service. */
export const analyticsCommand: Command = {
  usage: ['analytics -- rebuild'],
  summary:
    'Recomputes the analytics figures from the original data, in MONGODB_URL or the folder EARSHOT_DATA; Earshot may be running',
  run: async ([verb, ...rest], context) => {
    if (verb !== 'rebuild')
      throw new UsageError(verb === undefined ? 'analytics needs a verb' : `unknown verb "${verb}"`);
    if (rest.length > 0) throw new UsageError(`unknown argument "${rest[0]}"`);
    const documents = await openDocuments('analytics', orDefaultFolder(context));
    try {
      await rebuild(documents, context.print);
      return true;
    } finally {
      await documents.close();
    }
  },
};

const named = z.object({ userId: z.string() });

async function rebuild(documents: OpenDocuments, print: (line: string) => void): Promise<void> {
  print(`rebuilding the figures of ${documents.label}`);
  const analytics = await documents.connect('analytics');
  try {
    const deleted = tombstones(analytics);
    for (const { facts, database, collection, source } of sources) {
      const owner = await documents.connect(database);
      try {
        const collectionOfFacts = analytics.collection(facts);
        // An account may be deleted after its data was read and before the facts are written.
        const wrote = async (written: readonly Fact[]) => {
          const users = new Set(written.flatMap((fact) => named.safeParse(fact).data?.userId ?? []));
          await collectionOfFacts.deleteMany({ userId: { $in: await deleted.among(users) } });
        };
        const { known, written, removed } = await repair(
          collectionOfFacts,
          source(owner.collection(collection)),
          wrote,
        );
        print(`${facts}: ${known} known, ${written} written, ${removed} removed`);
      } finally {
        await owner.close();
      }
    }
  } finally {
    await analytics.close();
  }
}
