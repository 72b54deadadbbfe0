import type { Doc } from '../bson.ts';
import type { Collection } from '../storage/collection.ts';
import type { Storage } from '../storage/storage.ts';
import type { Evaluate, Variables } from './operator.ts';

/** The environment of stages that use only their input stream. */
export interface ShapeEnv {
  readonly evaluate: Evaluate;
  readonly variables: Variables;
}

/** The environment shared by the stages of one aggregate command. */
export interface PipelineEnv extends ShapeEnv {
  readonly storage: Storage;
  readonly db: string;
  /** The aggregated collection; undefined if it does not exist. */
  readonly collection: Collection | undefined;
  readonly now: Date;
  /** Closes the cursors of a collection that was replaced. */
  readonly endCursors: (namespace: string) => void;
  /** True for a pipeline inside a stage of another pipeline. */
  readonly nested: boolean;
  /** Runs a sub-pipeline over a collection of this database or over given documents. */
  readonly run: (pipeline: readonly Doc[], source: string | Iterable<Doc>, variables: Variables) => Iterable<Doc>;
}

/** Transforms a stream of documents. */
export type Stage = (source: Iterable<Doc>) => Iterable<Doc>;

/** Parses a stage's specification. Throws immediately if it is malformed or unknown. */
export type StageFactory = (spec: unknown, env: PipelineEnv) => Stage;

export type ShapeFactory = (spec: unknown, env: ShapeEnv) => Stage;
