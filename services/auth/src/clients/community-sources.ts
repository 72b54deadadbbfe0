import type { Logger } from '@earshot/core';
import type { CallService } from '@earshot/service-kit';
import { leadContract } from '@earshot/proto/http';
import type { CommunitySources } from '../domain/mails/digests.ts';

/** The longest time in ms to wait for the sources, because a digest can be sent without them. */
const timeoutMs = 2_000;

/** Reads the sources of users' communities from the lead service. Returns none if it is unavailable. */
export function communitySources({ call, log }: { call: CallService; log: Logger }): CommunitySources {
  return async (userId) => {
    try {
      const communities = await call(leadContract.listSubreddits, { userId, signal: AbortSignal.timeout(timeoutMs) });
      return communities.map(({ source }) => source);
    } catch (err) {
      log.warn({ err }, 'a digest without the sources of the communities');
      return [];
    }
  };
}
