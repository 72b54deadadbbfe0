import type { Logger } from '@earshot/core';
import type { Kafka } from 'kafkajs';
import type { Subscription } from '../event-bus.ts';
import type { PartitionProgress } from '../partition-cursor.ts';
import type { AdminClient } from './client.ts';
import type { KafkaTiming } from './timing.ts';

/** What a member of a Kafka group needs. */
export interface MemberOptions {
  readonly subscription: Subscription;
  readonly groupId: string;
  /** Kafka's topic name, including the namespace. */
  readonly topic: string;
  readonly dealt: boolean;
  readonly client: () => Kafka;
  readonly admin: AdminClient;
  readonly timing: KafkaTiming;
  readonly log: Logger;
  readonly deadLetter: PartitionProgress['deadLetter'];
}
