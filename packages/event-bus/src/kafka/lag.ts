import type { AdminClient } from './client.ts';
import { decodeState } from './commit-state.ts';
import type { Committed } from './partition-log.ts';

/** The offsets a Kafka group has committed on a topic, by partition; partitions without a commit are missing. */
export async function fetchCommitted(
  admin: AdminClient,
  groupId: string,
  topic: string,
): Promise<ReadonlyMap<number, Committed>> {
  const found = await admin.use((one) => one.fetchOffsets({ groupId, topics: [topic] }));
  const partitions = found.flatMap((one) => (one.topic === topic ? one.partitions : []));
  return new Map(
    partitions.flatMap(({ partition, offset, metadata }) => {
      const at = Number(offset);
      return at < 0 ? [] : [[partition, { offset: at, metadata: metadata ?? '' }]];
    }),
  );
}

/**
 * Number of records that the group has not handled. Records marked done in the metadata are excluded; records that wait
 * for a retry are included.
 */
export async function lagOf(admin: AdminClient, groupId: string, topic: string): Promise<number> {
  const committed = await fetchCommitted(admin, groupId, topic);
  const ends = await admin.use((one) => one.fetchTopicOffsets(topic));
  let lag = 0;
  for (const { partition, low, high } of ends) {
    const found = committed.get(partition);
    const start = Math.max(found?.offset ?? 0, Number(low));
    const { done } = decodeState(start, found?.offset === start ? found.metadata : null);
    const doneAhead = done.reduce((sum, { length }) => sum + length, 0);
    lag += Math.max(0, Number(high) - start - doneAhead);
  }
  return lag;
}
