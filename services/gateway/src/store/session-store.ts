import type { OutboxFields, OutgoingEvent, Relay } from '@earshot/platform';
import { addOutbox, outboxPush } from '@earshot/platform';
import type { Connection } from 'mongoose';
import { Schema } from 'mongoose';
import type { Session, Sessions } from '../domain/session.ts';
import { expiryOf } from '../domain/session.ts';

interface SessionDocument extends OutboxFields {
  sid: string;
  sess: { userId: string; admin: boolean; startedAt: Date; usedAt: Date };
  expire: Date;
}

const dayMs = 24 * 3_600_000;

/** `sid`, `sess`, `expire` as the specification says; an ended session stays a day so that its event surely left. */
const sessionSchema = new Schema<SessionDocument>(
  {
    sid: { type: String, required: true, unique: true },
    sess: {
      _id: false,
      type: { userId: String, admin: Boolean, startedAt: Date, usedAt: Date },
      required: true,
    },
    expire: { type: Date, required: true, index: { expireAfterSeconds: dayMs / 1000 } },
  },
  { versionKey: false },
);
addOutbox(sessionSchema);

export function sessionModel(connection: Connection) {
  return connection.model<SessionDocument>('Session', sessionSchema, 'sessions');
}

interface Dependencies {
  readonly model: ReturnType<typeof sessionModel>;
  readonly relay: Relay;
  /** The event that tells of a session's end. */
  readonly ended: (session: Session) => OutgoingEvent;
}

/** Sessions in MongoDB; an end and its event are one write. */
export function sessionStore({ model, relay, ended }: Dependencies): Sessions {
  return {
    start: async (session) => {
      const { sid, ...sess } = session;
      await model.collection.insertOne({ sid, sess, expire: expiryOf(session), outbox: [] });
    },
    find: async (sid, now) => {
      const found = await model.findOne({ sid, expire: { $gt: now } }, { sess: 1 }).lean();
      return found === null ? null : { sid, ...found.sess };
    },
    touch: async (session, now) => {
      const used = { ...session, usedAt: now };
      // Never revives a session that ended meanwhile.
      await model.updateOne(
        { sid: session.sid, expire: { $gt: now } },
        { $set: { 'sess.usedAt': now, expire: expiryOf(used) } },
      );
    },
    end: async (session, now) => {
      const result = await model.updateOne(
        { sid: session.sid, expire: { $gt: now } },
        { $set: { expire: now }, ...outboxPush([ended(session)]) },
      );
      relay.notify();
      return result.modifiedCount === 1;
    },
  };
}
