import { sealedData } from '@earshot/all-in-one/sealed-data';
import type { BSON } from 'bson';
import type { CollectionName } from './format.ts';
import type { ArchivedDocument } from './read.ts';

/** The sealed secrets of an archive, and the ids of the keys that open them. */
export interface SealedSecrets {
  /** Counts a document. */
  add(archived: Pick<ArchivedDocument, 'of' | 'document'>): void;
  /** What the secrets are: `linked accounts (2) and authenticator apps (1)`; empty without any. */
  describe(): string;
  readonly keyIds: ReadonlySet<string>;
}

/** No secrets yet. */
export function sealedSecrets(): SealedSecrets {
  const counts = new Map<string, number>();
  const keyIds = new Set<string>();
  return {
    keyIds,
    add: ({ of, document }) => {
      const sealed = sealedIn(of, document);
      if (sealed === null || sealed.texts.length === 0) return;
      counts.set(sealed.label, (counts.get(sealed.label) ?? 0) + 1);
      // A sealed text begins with the id of its key.
      for (const text of sealed.texts) keyIds.add(text.slice(0, Math.max(0, text.indexOf('.'))));
    },
    describe: () => [...counts].map(([label, count]) => `${label} (${count})`).join(' and '),
  };
}

function sealedIn({ database, collection }: CollectionName, document: BSON.Document) {
  const found = sealedData.find((one) => one.database === database && one.collection === collection);
  if (found === undefined) return null;
  return { label: found.label, texts: found.fields.map((path) => valueAt(document, path)).filter(isText) };
}

const isText = (value: unknown): value is string => typeof value === 'string';

function valueAt(document: BSON.Document, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
  }, document);
}
