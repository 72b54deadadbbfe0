import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Service } from '@earshot/service-kit';
import type { Product } from './product.ts';

/** Files of a data folder that hold one of the words, in their bytes or their names. */
export async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    // One that goes while we look holds nothing any more.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    for (const word of words) {
      if (bytes.includes(word) || file.slice(folder.length).includes(word)) found.push(`${file} holds ${word}`);
    }
  }
  return found;
}

/** Collections of every service that hold one of the words, on whatever keeps them. */
export async function collectionsWith(
  product: Pick<Product, 'platformOf'>,
  services: readonly Service[],
  words: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, database, models } of services) {
    if (database === null) continue;
    const { documents } = product.platformOf(name);
    for (const { collection } of models?.(documents) ?? []) {
      // As they are stored: also what lies in binary fields is seen.
      for await (const stored of documents.collection(collection.name).find({}, { raw: true })) {
        const bytes = Buffer.from(z.instanceof(Uint8Array).parse(stored));
        for (const word of words) if (bytes.includes(word)) found.push(`${database}.${collection.name} holds ${word}`);
      }
    }
  }
  return found;
}
