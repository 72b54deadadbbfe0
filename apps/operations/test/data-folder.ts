import { startEmbeddedDocuments } from '@earshot/service-kit/operations';
import { MongoClient } from 'mongodb';

/** Runs `work` with the documents of a data folder, which nothing else may use meanwhile. */
export async function withDocuments<T>(folder: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const server = await startEmbeddedDocuments({ folder });
  const client = new MongoClient(server.uri);
  try {
    return await work(client);
  } finally {
    await client.close();
    await server.stop();
  }
}
