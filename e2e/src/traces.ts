import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Service } from '@earshot/service-kit';
import type { Product } from './product.ts';

/** Files of a data folder that contain one of the words in their bytes or names. */
export async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    // A file that is deleted meanwhile contains nothing.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    for (const word of words) {
      if (bytes.includes(word) || file.slice(folder.length).includes(word)) found.push(`${file} holds ${word}`);
    }
  }
  return found;
}

/** Collections of any service that contain one of the words, on any storage. */
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
      // Raw documents as stored, so that binary fields are searched too.
      for await (const stored of documents.collection(collection.name).find({}, { raw: true })) {
        const bytes = Buffer.from(z.instanceof(Uint8Array).parse(stored));
        for (const word of words) if (bytes.includes(word)) found.push(`${database}.${collection.name} holds ${word}`);
      }
    }
  }
  return found;
}
