import type { OutgoingEvent } from '@earshot/event-bus';
import { addOutbox, type OutboxFields, outboxPush, type Relay } from '@earshot/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { confirmedMs, expiryOf, mostListed, type Session, type Sessions } from '../domain/session.ts';

interface SessionDocument extends OutboxFields {
  sid: string;
  userId: UserId;
  sess: { admin: boolean; adminAt: Date; startedAt: Date; usedAt: Date; userAgent: string | null; confirmedAt?: Date };
  expire: Date;
}

const dayMs = 24 * 3_600_000;
/** A change of the user's rights this long before a session's start may not have reached it. */
const adminKnownMs = 5_000;

/**
 * `sid`, `sess`, `expire` as specified. An ended session is kept for a day, so that its event has certainly been
 * published.
 */
const sessionSchema = new Schema<SessionDocument>(
  {
    sid: { type: String, required: true, unique: true },
    userId: { type: String, required: true },
    sess: {
      _id: false,
      type: { admin: Boolean, adminAt: Date, startedAt: Date, usedAt: Date, userAgent: String, confirmedAt: Date },
      required: true,
    },
    expire: { type: Date, required: true, index: { expireAfterSeconds: dayMs / 1000 } },
  },
  { versionKey: false },
);
sessionSchema.index({ userId: 1, expire: -1 });
addOutbox(sessionSchema);

export function sessionModel(connection: Connection) {
  return connection.model<SessionDocument>('Session', sessionSchema, 'sessions');
}

interface Dependencies {
  readonly model: ReturnType<typeof sessionModel>;
  readonly relay: Relay;
  /** The event for the end of a session. */
  readonly ended: (session: Session) => OutgoingEvent;
}

const shown = { sid: 1, userId: 1, sess: 1 } as const;

/** Sessions in MongoDB. The end of a session and its event are one write. */
export function sessionStore({ model, relay, ended }: Dependencies): Sessions {
  return {
    start: async ({ sid, userId, ...rest }) => {
      const sess = { ...rest, adminAt: new Date(rest.startedAt.getTime() - adminKnownMs) };
      await model.collection.insertOne({ sid, userId, sess, expire: expiryOf(rest), outbox: [] });
    },
    find: async (sid, now) => {
      // Sessions stored before `userId` was a top-level field are ignored: their browsers sign in again.
      const filter = { sid, expire: { $gt: now }, userId: { $exists: true } };
      const found = await model.findOne(filter, shown).lean();
      return found === null ? null : sessionOf(found);
    },
    touch: async (session, now) => {
      const used = { ...session, usedAt: now };
      // Does not revive a session that ended meanwhile.
      await model.updateOne(
        { sid: session.sid, expire: { $gt: now } },
        { $set: { 'sess.usedAt': now, expire: expiryOf(used) } },
      );
    },
    confirm: async (sid, now) => {
      await model.updateOne({ sid, expire: { $gt: now } }, { $set: { 'sess.confirmedAt': now } });
    },
    isConfirmed: async (sid, now) => {
      const since = new Date(now.getTime() - confirmedMs);
      return (await model.exists({ sid, expire: { $gt: now }, 'sess.confirmedAt': { $gt: since } })) !== null;
    },
    end: async (session, now) => {
      const result = await model.updateOne(
        { sid: session.sid, expire: { $gt: now } },
        { $set: { expire: now }, ...outboxPush([ended(session)]) },
      );
      relay.notify();
      return result.modifiedCount === 1;
    },
    list: async (userId, now, startedBefore) => {
      const older = startedBefore !== undefined && { 'sess.startedAt': { $lt: startedBefore } };
      const alive = model.find({ userId, expire: { $gt: now }, ...older }, shown);
      const found = (await alive.sort({ expire: -1 }).limit(mostListed).lean()).map(sessionOf);
      return found.sort((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
    },
    changeAdmin: async ({ userId, admin, at }, now) => {
      const older = { userId, expire: { $gt: now }, 'sess.adminAt': { $lt: at } };
      const found = await model.find(older, { sid: 1 }).lean();
      await model.updateMany(older, { $set: { 'sess.admin': admin, 'sess.adminAt': at } });
      return found.map(({ sid }) => sid);
    },
  };
}

function sessionOf({ sid, userId, sess }: Pick<SessionDocument, 'sid' | 'userId' | 'sess'>): Session {
  const { admin, startedAt, usedAt, userAgent } = sess;
  return { sid, userId, admin, startedAt, usedAt, userAgent };
}
