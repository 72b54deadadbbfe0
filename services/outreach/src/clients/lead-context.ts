import type { CallService } from '@earshot/platform';
import { authContract, leadContract } from '@earshot/proto/http';
import type { LeadContext } from '../domain/generate-message.ts';

/** The calls below, for the service's declaration. */
export const leadContextCalls = [leadContract.getLead, leadContract.getConfiguration, authContract.getPreferences];

/** Asks the services that own leads, configurations and preferences. */
export function leadContext(call: CallService): LeadContext {
  return {
    lead: (userId, id) => call(leadContract.getLead, { userId, params: { id } }),
    configuration: (userId) => call(leadContract.getConfiguration, { userId }),
    model: async (userId) => (await call(authContract.getPreferences, { userId })).messageGenerationModel,
  };
}
