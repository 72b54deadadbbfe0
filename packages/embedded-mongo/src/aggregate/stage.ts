import type { Doc } from '../bson.ts';
import type { Evaluate } from './operator.ts';

/** The environment shared by the stages of one pipeline. */
export interface PipelineEnv {
  readonly evaluate: Evaluate;
}

/** Transforms a stream of documents. */
export type Stage = (source: Iterable<Doc>) => Iterable<Doc>;

/** Parses a stage's specification. Throws immediately if it is malformed or unknown. */
export type StageFactory = (spec: unknown, env: PipelineEnv) => Stage;
