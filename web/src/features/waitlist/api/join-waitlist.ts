import type { discoveryContract } from '@earshot/proto/http/discovery';
import type { z } from 'zod';
import { fieldOf, postJson, textOf } from '../../../lib/json-call.ts';
import { texts } from '../texts.ts';

type Body = z.input<typeof discoveryContract.joinWaitlist.body>;

const path: typeof discoveryContract.joinWaitlist.path = '/api/waitlist/signup';

/** The outcome: joined (or already on the list), an invalid address, or another failure. */
export type Joining =
  | { readonly outcome: 'joined' }
  | { readonly outcome: 'invalid'; readonly problem: string }
  | { readonly outcome: 'failed'; readonly reason: string };

/** Puts an address on the waitlist. */
export async function joinWaitlist(body: Body): Promise<Joining> {
  try {
    const answer = await postJson(path, body);
    const message = textOf(answer.body, 'message');
    if (answer.ok || message.includes(texts.already)) return { outcome: 'joined' };
    const problem = textOf(fieldOf(answer.body, 'fields'), 'email');
    if (answer.status === 400 && problem !== '') return { outcome: 'invalid', problem };
    return { outcome: 'failed', reason: `${answer.status}: ${message}` };
  } catch (error) {
    return { outcome: 'failed', reason: String(error) };
  }
}
