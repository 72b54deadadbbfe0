import { type OpenSource, type PollReader, type SourceReader, type Sources, sourcesOf } from '@earshot/sources';

/** The sources of a platform, with one of them changed as the test needs it: its reader or its writer. */
export function withSource(sources: Sources, changes: Partial<OpenSource>, id = 'sample'): Sources {
  return sourcesOf(sources.all.map((source) => (source.definition.id === id ? { ...source, ...changes } : source)));
}

/** The reader of a source that is asked for pages, as those of the product are. */
export function pollReader(read: SourceReader): PollReader {
  if (read.kind !== 'poll') throw new Error('This source is not asked for pages');
  return read;
}

/** Settings with which Reddit is a source. Its client is not a real one. */
export const redditSettings = {
  REDDIT_CLIENT_ID: 'a-client',
  REDDIT_CLIENT_SECRET: 'a-secret',
  REDDIT_USER_AGENT: 'server:earshot:v1 (by /u/somebody)',
};
