import type { OperationPlace } from '@earshot/service-kit';
import { z } from 'zod';
import { accountEvents } from '../events/account-events.ts';
import { accountChangesStore } from '../store/account-changes-store.ts';
import { authModels } from '../store/models.ts';

const argsSchema = z.tuple([z.enum(['grant', 'revoke']), z.string().min(1)]);

/** `grant|revoke EMAIL`: grants or revokes the administrator role. Repeating it changes nothing. */
export async function changeAdmin(args: readonly string[], place: OperationPlace): Promise<readonly string[]> {
  const [verb, email] = argsSchema.parse(args);
  const isAdmin = verb === 'grant';
  const model = authModels(place.documents).user;
  const users = accountChangesStore(model);
  const { adminChanged } = accountEvents((facts) => place.event(facts));
  const user = await users.findByEmail(email);
  if (user === null) throw new Error(`No account has the address ${email}`);
  const changed = await users.setAdmin(user.id, {
    isAdmin,
    now: place.clock.now(),
    events: [adminChanged(user.id, isAdmin, 'command')],
  });
  const relay = place.relay?.(model);
  relay?.notify();
  await relay?.stop();
  const state = isAdmin ? 'an administrator' : 'no administrator';
  return [changed ? `${email} is ${state} now; open sessions follow within seconds` : `${email} is ${state} already`];
}
