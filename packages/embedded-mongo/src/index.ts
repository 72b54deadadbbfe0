/**
 * A document database for a single process: MongoDB's wire protocol on a Unix socket, stored in one SQLite file.
 *
 *   wire -> dispatch -> commands -> query (planner over SQLite indexes, matcher for the rest) -> storage
 *                                -> update, aggregate
 *
 * A row stores the received bytes of a document and `keys`: its indexed values as text that sorts in MongoDB's order.
 * Indexes are SQLite indexes over expressions of `keys`, so filters, sorts and counts run in SQLite. Once a document
 * has an array at an indexed path, its index becomes a table of entries. Writes of one event-loop turn share a commit;
 * replies follow it.
 */
export {
  type EmbeddedDocuments,
  type EmbeddedDocumentsOptions,
  runningDocumentsUri,
  startEmbeddedDocuments,
} from './server.ts';
export { knownSocketPath, socketPath } from './socket-address.ts';
