import { z } from 'zod';
import { messageTypes, tones } from '../values.ts';
import { choice, endpoint, idParams, timestamp } from './contract.ts';

/** A draft for a lead; `sentAt` is null until it was sent. */
export const generatedMessage = z.object({
  id: z.string(),
  leadId: z.string(),
  userId: z.string(),
  message: z.string(),
  messageType: z.enum(messageTypes),
  tone: z.enum(tones),
  sentAt: timestamp.nullable(),
  status: z.enum(['pending', 'sent', 'failed']),
  createdAt: timestamp,
});
export type GeneratedMessage = z.infer<typeof generatedMessage>;

/** Drafts for leads of the signed-in user. */
export const outreachContract = {
  generateMessage: endpoint({
    service: 'outreach',
    method: 'POST',
    path: '/api/leads/:id/generate-message',
    params: idParams,
    body: z.object({
      messageType: choice('messageType', messageTypes),
      tone: choice('tone', tones).default('professional'),
    }),
    response: generatedMessage,
  }),
  listGeneratedMessages: endpoint({
    service: 'outreach',
    method: 'GET',
    path: '/api/generated-messages',
    response: z.array(generatedMessage),
  }),
};
