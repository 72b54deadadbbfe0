import { postModel } from '../../services/scan/src/ingest/post-schema.ts';
import { postEvents, postWriter } from '../../services/scan/src/ingest/post-writer.ts';
import type { Product } from './product.ts';

/** Removes a post of the sandbox as ingest does when its site says that its author removed it. */
export async function removeAtSite({ platformOf }: Pick<Product, 'platformOf'>, id: string): Promise<void> {
  const ingest = platformOf('scan-ingest');
  const model = postModel(ingest.documents);
  const relay = ingest.relay(model);
  const writer = postWriter({ model, events: postEvents(ingest.event), notify: () => relay.notify() });
  await writer.remove('sample', [{ id, by: 'author' }], new Date());
}
