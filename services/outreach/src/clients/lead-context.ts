import type { CallService } from '@earshot/service-kit';
import { AppError } from '@earshot/core';
import { OutageError } from '@earshot/event-bus';
import { authContract, leadContract } from '@earshot/proto/http';
import type { ContactDetails } from '@earshot/proto/http/lead';
import type { LeadContext } from '../domain/generate-message.ts';

/** The calls below, for the service's declaration. */
export const leadContextCalls = [
  leadContract.getLead,
  leadContract.getContactDetails,
  leadContract.getConfiguration,
  authContract.getPreferences,
];

/** Asks the services that own leads, configurations and preferences. */
export function leadContext(call: CallService): LeadContext {
  return {
    lead: (userId, id) => call(leadContract.getLead, { userId, params: { id } }),
    configuration: (userId) => call(leadContract.getConfiguration, { userId }),
    model: async (userId) => (await call(authContract.getPreferences, { userId })).messageGenerationModel,
  };
}

/** What handlers of events ask: while the lead service is away their event waits, and is no failure. */
export function leadFacts(call: CallService) {
  return {
    details: (userId: string, id: string, revision: number): Promise<ContactDetails | null> =>
      orWait(async () => call(leadContract.getContactDetails, { userId, params: { id }, query: { revision } })).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'lead.not-found') return null;
          throw error;
        },
      ),
    notificationMethod: (userId: string): Promise<string> =>
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
