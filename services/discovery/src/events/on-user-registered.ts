import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { type ConversionDependencies, convertVisitor } from '../domain/convert-visitor.ts';
import { visitorOf } from '../domain/visitor.ts';

/** Converts the earlier searches of the browser with which a user registered. */
export function onUserRegistered(deps: ConversionDependencies) {
  return async ({ userId, occurredAt, payload }: EventOf<'userRegistered'>): Promise<void> => {
    const visitor = visitorOf(payload.value.visitor);
    if (visitor === null) return;
    if (occurredAt === undefined) throw new Error('user.registered has no time');
    await convertVisitor({ visitor, userId, at: timestampDate(occurredAt) }, deps);
  };
}
