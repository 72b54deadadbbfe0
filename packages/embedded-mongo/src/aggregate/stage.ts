import type { Doc } from '../bson.ts';
import type { Collection } from '../storage/collection.ts';
import type { Storage } from '../storage/storage.ts';
import type { Evaluate, Variables } from './operator.ts';

/** What a stage needs that looks at its stream alone. */
export interface ShapeEnv {
  readonly evaluate: Evaluate;
  readonly variables: Variables;
}

/** What the stages of one aggregate command share. */
export interface PipelineEnv extends ShapeEnv {
  readonly storage: Storage;
  readonly db: string;
  /** The collection aggregated over; undefined while it does not exist. */
  readonly collection: Collection | undefined;
  readonly now: Date;
  /** Ends the cursors over a collection that was replaced. */
  readonly endCursors: (namespace: string) => void;
  /** The pipeline is part of a stage of another one. */
  readonly nested: boolean;
  /** Runs a sub-pipeline over a collection of this database, or over documents given. */
  readonly run: (pipeline: readonly Doc[], source: string | Iterable<Doc>, variables: Variables) => Iterable<Doc>;
}

/** A stage turns a stream of documents into another. */
export type Stage = (source: Iterable<Doc>) => Iterable<Doc>;

/** Reads a stage's specification; throws at once for what is malformed or unknown. */
export type StageFactory = (spec: unknown, env: PipelineEnv) => Stage;

export type ShapeFactory = (spec: unknown, env: ShapeEnv) => Stage;
