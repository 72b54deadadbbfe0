import type { CallService } from '@earshot/service-kit';
import { AppError } from '@earshot/core';
import { OutageError } from '@earshot/event-bus';
import { authContract, leadContract } from '@earshot/proto/http';
import type { ContactDetails } from '@earshot/proto/http/lead';
import type { UserId } from '@earshot/proto/refs';
import type { LeadContext } from '../domain/generate-message.ts';

/** The calls below, which the service declares. */
export const leadContextCalls = [
  leadContract.getLead,
  leadContract.getContactDetails,
  leadContract.getConfiguration,
  authContract.getPreferences,
];

/** Reads leads, configurations and preferences from the services that own them. */
export function leadContext(call: CallService): LeadContext {
  return {
    lead: (userId, id) => call(leadContract.getLead, { userId, params: { id } }),
    configuration: (userId) => call(leadContract.getConfiguration, { userId }),
    model: async (userId) => (await call(authContract.getPreferences, { userId })).messageGenerationModel,
  };
}

/**
 * Calls of event handlers. While the lead service is unavailable the event waits, and this does not count as a failed
 * attempt (docs/decisions/0031-outages-are-not-attempts.md).
 */
export function leadFacts(call: CallService) {
  return {
    details: (userId: UserId, id: string, revision: number): Promise<ContactDetails | null> =>
      orWait(async () => call(leadContract.getContactDetails, { userId, params: { id }, query: { revision } })).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'lead.not-found') return null;
          throw error;
        },
      ),
    notificationMethod: (userId: UserId): Promise<string> =>
      orWait(async () => (await call(leadContract.getConfiguration, { userId })).notificationMethod),
  };
}

async function orWait<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.code === 'service.unavailable') throw new OutageError('lead', error);
    throw error;
  }
}
