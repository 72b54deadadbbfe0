import { randomUUID } from 'node:crypto';
import { type Doc, encode, isDoc, typeName } from '../bson.ts';
import { CommandError, notSupported } from '../errors.ts';
import { createIndex } from '../storage/index-build.ts';
import { insertDocument } from '../storage/documents.ts';
import type { Storage } from '../storage/storage.ts';
import { withId } from '../update/compile.ts';
import type { PipelineEnv, Stage } from './stage.ts';

interface Target {
  readonly db: string;
  readonly name: string;
}

/**
 * Replaces a collection with the documents of the pipeline. If one document is invalid, the collection stays unchanged.
 */
export function out(spec: unknown, env: PipelineEnv): Stage {
  const target = readTarget(spec, env.db);
  return (source) => {
    try {
      env.storage.database.atomically(() => replaceCollection(env.storage, target, source));
    } catch (error) {
      // The database has rolled back, but the catalog in memory still holds the changes.
      env.storage.catalog.reload();
      throw error;
    }
    env.endCursors(`${target.db}.${target.name}`);
    return [];
  };
}

function readTarget(spec: unknown, db: string): Target {
  if (typeof spec === 'string') return { db, name: spec };
  if (!isDoc(spec))
    throw new CommandError(16990, `$out only supports a string or object argument, but found ${typeName(spec)}`);
  const { db: otherDb, coll, ...others } = spec;
  if ('timeseries' in others) throw notSupported('timeseries of $out');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new CommandError(40415, `BSON field '$out.${unknown}' is an unknown field.`);
  if (typeof otherDb !== 'string' || typeof coll !== 'string')
    throw new CommandError(40414, "BSON fields '$out.db' and '$out.coll' are required and must be strings");
  return { db: otherDb, name: coll };
}

/**
 * Fills a temporary collection first, because the pipeline may read the collection it replaces. Keeps indexes and
 * options.
 */
function replaceCollection(storage: Storage, { db, name }: Target, source: Iterable<Doc>): void {
  const { catalog } = storage;
  const before = catalog.find(db, name);
  const made = catalog.create(db, `tmp.agg_out.${randomUUID()}`, before?.options ?? {});
  for (const index of before?.indexes ?? []) createIndex(storage, made, index);
  for (const doc of source) {
    const stored = withId(doc);
    insertDocument(storage, made, stored, encode(stored));
  }
  if (before !== undefined) catalog.drop(before);
  catalog.rename(made, db, name);
}
