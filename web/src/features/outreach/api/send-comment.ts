import { type comment, outreachContract } from '@earshot/proto/http/outreach';
import type { z } from 'zod';
import { call } from '../../../lib/api-client.ts';

/** Posts one comment. A repeated call with the same key posts nothing and returns the same message. */
export const sendComment = (body: z.input<typeof comment>, key: string) =>
  call(outreachContract.sendComment, { body, headers: { 'Idempotency-Key': key } });
