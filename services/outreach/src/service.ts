import { defineService, newId } from '@earshot/platform';
import { outreachContract } from '@earshot/proto/http';
import { modelDrafter } from './clients/model-drafter.ts';
import { leadContext, leadContextCalls } from './clients/lead-context.ts';
import { outreachConfig } from './config.ts';
import { keylessDrafter } from './domain/drafting/keyless-drafter.ts';
import { messageRoutes } from './http/message-routes.ts';
import { generatedMessageStore } from './store/generated-message-store.ts';
import { outreachModels } from './store/models.ts';

/** Words for leads: drafts, and later what is sent. */
export const outreachService = defineService({
  name: 'outreach',
  database: 'outreach',
  config: outreachConfig,
  models: (documents) => Object.values(outreachModels(documents)),
  serves: Object.values(outreachContract),
  calls: leadContextCalls,
  publishes: [],
  consumes: [],
  start: async ({ documents, clock, call, llm }) => {
    return {
      routes: messageRoutes({
        context: leadContext(call),
        messages: generatedMessageStore(outreachModels(documents).message),
        drafterFor: (model) => (llm === null ? keylessDrafter() : modelDrafter({ llm, model })),
        newId,
        now: () => clock.now(),
      }),
    };
  },
});
