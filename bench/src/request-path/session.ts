import type { Platform } from '@earshot/service-kit';
import { digestOf } from '../../../services/gateway/src/domain/visitor.ts';
import { sessionModel } from '../../../services/gateway/src/store/session-store.ts';

/** Adds a session that lasts an hour to the gateway's database. Its cookie is `earshot=SECRET`. */
export async function addSession(documents: Platform['documents'], secret: string): Promise<void> {
  const now = new Date();
  const sess = { admin: false, adminAt: now, startedAt: now, usedAt: now, userAgent: null };
  const expire = new Date(now.getTime() + 3_600_000);
  await sessionModel(documents).create({ sid: digestOf(secret), userId: 'bench', sess, expire, outbox: [] });
}
