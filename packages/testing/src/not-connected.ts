import type { Connection } from 'mongoose';
import mongoose from 'mongoose';

/** A connection on which models can be made and nothing else. */
export function notConnected(): Connection {
  return mongoose.createConnection();
}
