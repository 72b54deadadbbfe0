import { defineService, newId } from '@earshot/platform';
import { outreachContract } from '@earshot/proto/http';
import { modelDrafter } from './clients/model-drafter.ts';
import { surroundingCalls, surroundings } from './clients/surroundings.ts';
import { outreachConfig } from './config.ts';
import { keylessDrafter } from './domain/drafting/keyless-drafter.ts';
import { messageRoutes } from './http/message-routes.ts';
import { generatedMessageSchema, generatedMessageStore } from './store/generated-message-store.ts';

/** Drafts messages to the authors of leads, with a model where there is one, and keeps them. */
export const outreachService = defineService({
  name: 'outreach',
  database: 'outreach',
  config: outreachConfig,
  serves: Object.values(outreachContract),
  calls: surroundingCalls,
  publishes: [],
  consumes: [],
  start: async ({ documents, call, clock, llm }) => {
    const model = documents.model('GeneratedMessage', generatedMessageSchema, 'generated_messages');
    const keyless = keylessDrafter();
    return {
      models: [model],
      routes: messageRoutes({
        surroundings: surroundings(call),
        messages: generatedMessageStore(model),
        drafterFor: (name) => (llm === null ? keyless : modelDrafter({ llm, model: name })),
        newId,
        now: () => clock.now(),
      }),
    };
  },
});
