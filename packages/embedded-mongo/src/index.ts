/**
 * Documents for a single process: MongoDB's wire protocol on a Unix socket, one SQLite file behind it.
 *
 *   wire -> dispatch -> commands -> query (planner over SQLite indexes, matcher for the rest) -> storage
 *                                -> update, aggregate (mingo for what SQL and BSON's own rules do not decide)
 *
 * A document is stored as the bytes that came, beside `keys`: the values of its indexed paths as text whose order is MongoDB's.
 * Indexes are SQLite indexes over expressions of `keys`, so that filters, sorts and counts run inside them; an index that meets an
 * array becomes a table of entries. Writes of one event-loop turn share a commit, and no reply leaves before it.
 */
export {
  type EmbeddedDocuments,
  type EmbeddedDocumentsOptions,
  runningDocumentsUri,
  startEmbeddedDocuments,
} from './server.ts';
export { knownSocketPath, socketPath } from './socket-address.ts';
