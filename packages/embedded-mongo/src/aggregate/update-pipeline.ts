import { type Doc, isDoc } from '../bson.ts';
import { CommandError } from '../errors.ts';
import type { Evaluate } from './operator.ts';
import { shapeStages } from './shape-stages.ts';
import type { PipelineEnv } from './stage.ts';

/** Compiles an update written as a pipeline. */
export function compileUpdatePipeline(pipeline: readonly unknown[], evaluate: Evaluate): (doc: Doc) => Doc {
  const env: PipelineEnv = { evaluate };
  const stages = pipeline.map((stage) => {
    const entries = isDoc(stage) ? Object.entries(stage) : [];
    const [name, spec] = entries[0] ?? [];
    if (name === undefined || entries.length !== 1)
      throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
    const factory = shapeStages.get(name);
    if (factory === undefined || name !== '$set')
      throw new CommandError(72, `${name} is not allowed to be used within an update`);
    return factory(spec, env);
  });
  return (doc) => {
    const stream = stages.reduce<Iterable<Doc>>((source, stage) => stage(source), [doc]);
    const [result] = stream;
    if (result === undefined) throw new CommandError(1, 'an update pipeline gave no document');
    return result;
  };
}
