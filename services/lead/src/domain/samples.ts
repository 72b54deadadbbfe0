import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import { type CommunityRepository, removeCommunity } from './community.ts';
import type { ConfigurationRepository } from './configuration.ts';

/** Leads that may be samples. */
export interface SampleRepository {
  /** Leads whose events are not published yet stay. */
  removeSamples(userId: UserId): Promise<void>;
}

export interface SampleDependencies {
  readonly communities: CommunityRepository;
  readonly configurations: Pick<ConfigurationRepository, 'announce'>;
  readonly leads: SampleRepository;
  readonly communityRemoved: (userId: UserId, id: string) => OutgoingEvent;
  readonly samplesRemoved: (userId: UserId) => OutgoingEvent;
}

/**
 * Removes the user's communities and leads of the sample data. The event comes before the leads go: if the process dies in
 * between, the user still sees leads, and can repeat the call.
 */
export async function removeSamples(userId: UserId, deps: SampleDependencies): Promise<void> {
  const listed = await deps.communities.list(userId);
  for (const { id, source } of listed) if (source === 'sample') await removeCommunity(userId, id, deps);
  await deps.configurations.announce(userId, deps.samplesRemoved(userId));
  await deps.leads.removeSamples(userId);
}
