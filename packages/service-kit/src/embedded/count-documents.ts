import { runningDocumentsUri } from '@earshot/embedded-mongo';
import mongoose from 'mongoose';

/** Which documents to count: those of a collection that have the field. */
export interface DocumentsWith {
  readonly database: string;
  readonly collection: string;
  readonly field: string;
}

/** Counts documents of a folder that this process serves. */
export async function countDocumentsWith(folder: string, { database, collection, field }: DocumentsWith) {
  const uri = runningDocumentsUri(folder);
  if (uri === null) throw new Error(`nobody serves the documents of ${folder}`);
  const connection = await mongoose.createConnection(uri, { dbName: database }).asPromise();
  try {
    return await connection.collection(collection).countDocuments({ [field]: { $exists: true } });
  } finally {
    await connection.close();
  }
}
