import { type directMessage, outreachContract } from '@earshot/proto/http/outreach';
import type { z } from 'zod';
import { call } from '../../../lib/api-client.ts';

/** Sends one direct message. A repeated call with the same key sends nothing and returns the same message. */
export const sendDirectMessage = (body: z.input<typeof directMessage>, key: string) =>
  call(outreachContract.sendDirectMessage, { body, headers: { 'Idempotency-Key': key } });
