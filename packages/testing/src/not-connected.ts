import mongoose, { type Connection } from 'mongoose';

/** An unconnected mongoose connection: it can only define models. */
export function notConnected(): Connection {
  return mongoose.createConnection();
}
