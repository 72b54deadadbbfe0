import { tombstones } from '@earshot/service-kit';
import { z } from 'zod';
import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import type { OpenDocuments } from '../places.ts';
import { openDocuments } from '../places.ts';
import type { Collection, Fact, Truth } from '../rebuild/mend.ts';
import { mend } from '../rebuild/mend.ts';
import * as owners from '../rebuild/owners.ts';
import { orDefaultFolder } from '../settings.ts';

/** Facts, and the collection of the service that knows them first. */
const sources: readonly {
  readonly facts: string;
  readonly database: string;
  readonly collection: string;
  readonly truth: (owner: Collection) => Truth;
}[] = [
  { facts: 'user_facts', database: 'auth', collection: 'users', truth: owners.userTruth },
  { facts: 'community_facts', database: 'lead', collection: 'subreddits', truth: owners.communityTruth },
  { facts: 'lead_facts', database: 'lead', collection: 'leads', truth: owners.leadTruth },
  { facts: 'scan_facts', database: 'scan', collection: 'scan_jobs', truth: owners.scanTruth },
  {
    facts: 'discovery_request_facts',
    database: 'discovery',
    collection: 'discovery_requests',
    truth: owners.discoveryRequestTruth,
  },
  {
    facts: 'discovery_conversion_facts',
    database: 'discovery',
    collection: 'discovery_conversions',
    truth: owners.discoveryConversionTruth,
  },
];

/** Makes the read models of the analytics service anew. */
export const analyticsCommand: Command = {
  usage: ['analytics -- rebuild'],
  summary:
    'Makes the figures what the data of their owners say, in MONGODB_URL or the folder EARSHOT_DATA; Earshot may run',
  run: async ([verb, ...rest], outside) => {
    if (verb !== 'rebuild')
      throw new UsageError(verb === undefined ? 'analytics needs a verb' : `unknown verb "${verb}"`);
    if (rest.length > 0) throw new UsageError(`unknown argument "${rest[0]}"`);
    const documents = await openDocuments('analytics', orDefaultFolder(outside));
    try {
      await rebuild(documents, outside.say);
      return true;
    } finally {
      await documents.close();
    }
  },
};

const named = z.object({ userId: z.string() });

async function rebuild(documents: OpenDocuments, say: (line: string) => void): Promise<void> {
  say(`the figures of ${documents.label}`);
  const analytics = await documents.connect('analytics');
  try {
    const deleted = tombstones(analytics);
    for (const { facts, database, collection, truth } of sources) {
      const owner = await documents.connect(database);
      try {
        const collectionOfFacts = analytics.collection(facts);
        // An account may be deleted between our look at its data and our write.
        const wrote = async (written: readonly Fact[]) => {
          const users = new Set(written.flatMap((fact) => named.safeParse(fact).data?.userId ?? []));
          await collectionOfFacts.deleteMany({ userId: { $in: await deleted.among(users) } });
        };
        const { known, written, removed } = await mend(collectionOfFacts, truth(owner.collection(collection)), wrote);
        say(`${facts}: ${known} known, ${written} written, ${removed} removed`);
      } finally {
        await owner.close();
      }
    }
  } finally {
    await analytics.close();
  }
}
