import type { Connection } from 'mongoose';
import { generatedMessageSchema } from './generated-message-store.ts';

/** Every collection of the outreach service's database. */
export function outreachModels(documents: Connection) {
  return { message: documents.model('GeneratedMessage', generatedMessageSchema, 'generated_messages') };
}
