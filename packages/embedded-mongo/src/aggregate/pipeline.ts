import { Int32 } from 'bson';
import { type Doc, isDoc, toInteger } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { prepareQuery, type Query, type QuerySpec, type Row } from '../query/execute.ts';
import { parseSort } from '../query/sort-spec.ts';
import type { Collection } from '../storage/collection.ts';
import type { Storage } from '../storage/storage.ts';
import { coverGroup } from './covered-group.ts';
import { groupStages } from './group-stages.ts';
import { shapeStages } from './shape-stages.ts';
import type { PipelineEnv, Stage } from './stage.ts';

export interface PipelineRequest extends PipelineEnv {
  readonly storage: Storage;
  readonly collection: Collection | undefined;
  readonly pipeline: readonly Doc[];
  readonly hint: unknown;
}

export interface PreparedPipeline {
  /** The plan for the head of the pipeline and the work it did; undefined for a missing collection. */
  readonly query: Pick<Query, 'plan' | 'effort'> | undefined;
  /** Set if the head is a $group that reads index entries only. */
  readonly covered: boolean;
  readonly documents: () => Iterable<Doc>;
}

/** Checks every stage, passes the head of the pipeline to the planner and streams the rest. */
export function preparePipeline(request: PipelineRequest): PreparedPipeline {
  const { storage, collection } = request;
  const stages = compileStages(request.pipeline, request);
  if (collection === undefined) return { query: undefined, covered: false, documents: () => chain([], stages) };
  const { spec, used } = plannedHead(request.pipeline);
  const query = prepareQuery(storage, collection, { ...spec, hint: request.hint });
  const count = countField(request.pipeline[used]);
  if (count !== undefined) {
    return { query, covered: false, documents: () => chain(count(query.count()), stages.slice(used + 1)) };
  }
  const cut = spec.sort !== undefined || spec.skip !== undefined || spec.limit !== undefined;
  const group = cut ? undefined : coverGroup(request.pipeline[used]?.['$group'], { query, storage, collection });
  if (group !== undefined) {
    const { plan } = group;
    return {
      query: { plan, effort: query.effort },
      covered: true,
      documents: () => chain(group.documents(), stages.slice(used + 1)),
    };
  }
  return { query, covered: false, documents: () => chain(decoded(query.rows()), stages.slice(used)) };
}

function* decoded(rows: Iterable<Row>): Generator<Doc> {
  for (const row of rows) yield row.doc();
}

function chain(source: Iterable<Doc>, stages: readonly Stage[]): Iterable<Doc> {
  return stages.reduce((stream, stage) => stage(stream), source);
}

function compileStages(pipeline: readonly Doc[], env: PipelineEnv): Stage[] {
  return pipeline.map((stage) => {
    const entries = Object.entries(stage);
    const [name, spec] = entries[0] ?? [];
    if (name === undefined || entries.length !== 1) {
      throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    const factory = shapeStages.get(name) ?? groupStages.get(name);
    if (factory === undefined) throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
    return factory(spec, env);
  });
}

/** The longest leading part that is a query: $match, then $sort, then $skip and $limit. */
function plannedHead(pipeline: readonly Doc[]): { spec: QuerySpec; used: number } {
  let spec: QuerySpec = { filter: {} };
  let used = 0;
  const filters: Doc[] = [];
  for (; isDoc(pipeline[used]?.['$match']); used += 1) {
    const filter = pipeline[used]?.['$match'];
    if (isDoc(filter)) filters.push(filter);
  }
  if (filters.length > 0) spec = { filter: filters.length === 1 ? (filters[0] ?? {}) : { $and: filters } };
  const order = pipeline[used]?.['$sort'];
  if (isDoc(order)) {
    spec = { ...spec, sort: parseSort(order) };
    used += 1;
  }
  const skip = toInteger(pipeline[used]?.['$skip']);
  if (skip !== undefined) {
    spec = { ...spec, skip };
    used += 1;
  }
  const limit = toInteger(pipeline[used]?.['$limit']);
  if (limit !== undefined) {
    spec = { ...spec, limit };
    used += 1;
  }
  return { spec, used };
}

/** Recognizes {$group: {_id: 1, n: {$sum: 1}}} of countDocuments and $count, which need only index entries. */
function countField(stage: Doc | undefined): ((total: number) => Doc[]) | undefined {
  const name = stage?.['$count'];
  if (typeof name === 'string') return (total) => (total === 0 ? [] : [{ [name]: new Int32(total) }]);
  const group = stage?.['$group'];
  if (!isDoc(group)) return undefined;
  const { _id: id, ...fields } = group;
  const constant = id === null || toInteger(id) !== undefined;
  const [field, ...others] = Object.entries(fields);
  if (!constant || field === undefined || others.length > 0 || !isDoc(field[1])) return undefined;
  const counts = toInteger(field[1]['$sum']) === 1 && Object.keys(field[1]).length === 1;
  if (!counts) return undefined;
  return (total) => (total === 0 ? [] : [{ _id: id, [field[0]]: new Int32(total) }]);
}
