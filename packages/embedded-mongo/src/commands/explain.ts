import { Int32 } from 'bson';
import { type Doc, isDoc } from '../bson.ts';
import { CommandError, notSupported } from '../errors.ts';
import { prepareQuery, type Query } from '../query/execute.ts';
import { ID_KEY, type IndexPlan } from '../query/candidate.ts';
import type { Plan } from '../query/planner.ts';
import { AGGREGATE_FIELDS, COUNT_FIELDS, DISTINCT_FIELDS, prepareAggregate, prepareCount } from './read.ts';
import { checkFields, collectionName, type Command, type CommandContext, docField } from './command.ts';
import { FIND_FIELDS, hintOf, prepareFind } from './find.ts';

/** Runs the reading part of a command and returns its plan and the number of entries and documents read. */
export const explain: Command = (command, context) => {
  const inner = docField(command, 'explain');
  const name = inner === undefined ? undefined : Object.keys(inner)[0];
  if (inner === undefined || name === undefined) throw new CommandError(9, 'explain needs a command');
  const verbosity = command['verbosity'] ?? 'allPlansExecution';
  if (typeof verbosity !== 'string' || !['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity)) {
    throw new CommandError(
      9,
      "verbosity string must be one of {'queryPlanner', 'executionStats', 'allPlansExecution'}",
    );
  }
  const subject = subjectOf(name, inner, context);
  const namespace = `${context.db}.${collectionName(name, inner)}`;
  const stages = subject.query === undefined ? { stage: 'EOF' } : stagesOf(subject.query.plan, subject);
  const queryPlanner = {
    plannerVersion: new Int32(1),
    namespace,
    indexFilterSet: false,
    parsedQuery: subject.filter,
    winningPlan: stages,
    rejectedPlans: [],
  };
  const shown: Doc = { explainVersion: '1', queryPlanner, command: inner };
  if (verbosity === 'queryPlanner') return { ...shown, serverInfo: {} };
  return { ...shown, executionStats: execute(subject, stages, context), serverInfo: {} };
};

interface Subject {
  readonly kind: 'find' | 'count' | 'group';
  readonly filter: Doc;
  readonly query: Pick<Query, 'plan' | 'effort'> | undefined;
  readonly sorts: boolean;
  readonly projects: boolean;
  readonly limit: number | undefined;
  readonly run: () => number;
}

function subjectOf(name: string, inner: Doc, context: CommandContext): Subject {
  switch (name) {
    case 'find':
      return findSubject(inner, context);
    case 'count':
      return countSubject(inner, context);
    case 'aggregate':
      return aggregateSubject(inner, context);
    case 'distinct':
      checkFields('distinct', inner, DISTINCT_FIELDS);
      return filterSubject(name, inner, docField(inner, 'query') ?? {}, context);
    case 'update':
    case 'delete':
      return filterSubject(name, inner, statementFilter(inner, name), context);
    case 'findAndModify':
      return filterSubject(name, inner, docField(inner, 'query') ?? {}, context);
    default:
      throw notSupported(`explain of ${name}`);
  }
}

const plain = { sorts: false, projects: false, limit: undefined };

function findSubject(inner: Doc, context: CommandContext): Subject {
  checkFields('find', inner, FIND_FIELDS);
  const { query, project, limit } = prepareFind(inner, context);
  const filter = docField(inner, 'filter') ?? {};
  const sorts = Object.keys(docField(inner, 'sort') ?? {}).length > 0;
  const projects = project !== undefined;
  return { kind: 'find', filter, query, sorts, projects, limit, run: () => drain(query?.rows() ?? []) };
}

function countSubject(inner: Doc, context: CommandContext): Subject {
  checkFields('count', inner, COUNT_FIELDS);
  const query = prepareCount(inner, context);
  return { ...plain, kind: 'count', filter: docField(inner, 'query') ?? {}, query, run: () => query?.count() ?? 0 };
}

function aggregateSubject(inner: Doc, context: CommandContext): Subject {
  checkFields('aggregate', inner, AGGREGATE_FIELDS);
  const { query, covered, documents } = prepareAggregate(inner, context);
  return { ...plain, kind: covered ? 'group' : 'find', filter: {}, query, run: () => drain(documents()) };
}

function statementFilter(inner: Doc, name: 'update' | 'delete'): Doc {
  const statements: unknown = inner[name === 'update' ? 'updates' : 'deletes'];
  const first: unknown = Array.isArray(statements) ? statements[0] : undefined;
  return isDoc(first) ? (docField(first, 'q') ?? {}) : {};
}

function filterSubject(name: string, inner: Doc, filter: Doc, context: CommandContext): Subject {
  const collection = context.storage.catalog.find(context.db, collectionName(name, inner));
  const query =
    collection === undefined ? undefined : prepareQuery(context.storage, collection, { filter, hint: hintOf(inner) });
  return {
    kind: 'find',
    filter,
    query,
    sorts: false,
    projects: false,
    limit: undefined,
    run: () => drain(query?.rows() ?? []),
  };
}

function drain(items: Iterable<unknown>): number {
  let total = 0;
  for (const item of items) if (item !== undefined) total += 1;
  return total;
}

function stagesOf(plan: Plan, subject: Subject): Doc {
  if (subject.kind === 'group' && plan.kind === 'index')
    return { stage: 'GROUP', inputStage: { stage: 'PROJECTION_COVERED', inputStage: scanStage(plan) } };
  let stage = accessStage(plan, subject);
  if (subject.kind === 'count') return { stage: 'COUNT', inputStage: stage };
  if (subject.sorts && !(plan.kind === 'index' && plan.streamed)) stage = { stage: 'SORT', inputStage: stage };
  if (subject.limit !== undefined) stage = { stage: 'LIMIT', limitAmount: new Int32(subject.limit), inputStage: stage };
  return subject.projects ? { stage: 'PROJECTION_DEFAULT', inputStage: stage } : stage;
}

function accessStage(plan: Plan, subject: Subject): Doc {
  if (plan.kind === 'scan') return { stage: 'COLLSCAN', direction: 'forward', filter: subject.filter };
  if (plan.kind === 'union') {
    return {
      stage: 'FETCH',
      inputStage: {
        stage: 'OR',
        inputStages: plan.plans.map((branch) => (branch.kind === 'index' ? scanStage(branch) : { stage: 'OR' })),
      },
    };
  }
  if (subject.kind === 'count' && plan.exact) return { ...scanStage(plan), stage: 'COUNT_SCAN' };
  return { stage: 'FETCH', ...(plan.exact ? {} : { filter: subject.filter }), inputStage: scanStage(plan) };
}

function scanStage(plan: IndexPlan): Doc {
  const key = plan.index?.key ?? ID_KEY;
  const keyPattern = Object.fromEntries(key.map(({ path, direction }) => [path, new Int32(direction)]));
  return {
    stage: 'IXSCAN',
    keyPattern,
    indexName: plan.indexName,
    isMultiKey: plan.distinct,
    isUnique: plan.index?.unique ?? true,
    isSparse: plan.index?.sparse ?? false,
    isPartial: plan.index?.partial !== undefined,
    direction: 'forward',
  };
}

function execute(subject: Subject, stages: Doc, context: CommandContext): Doc {
  const start = performance.now();
  const returned = subject.run();
  const { query, limit } = subject;
  const read = query?.plan.kind === 'index' ? entriesRead(query.plan, { query, returned, limit }, context) : 0;
  const keys = Math.max(query?.effort.keys ?? 0, read);
  const docs = query?.effort.docs ?? 0;
  return {
    executionSuccess: true,
    nReturned: new Int32(returned),
    executionTimeMillis: new Int32(Math.round(performance.now() - start)),
    totalKeysExamined: new Int32(keys),
    totalDocsExamined: new Int32(docs),
    executionStages: {
      ...stages,
      nReturned: new Int32(returned),
      docsExamined: new Int32(docs),
      keysExamined: new Int32(keys),
    },
  };
}

interface Ran {
  readonly query: Pick<Query, 'effort'>;
  readonly returned: number;
  readonly limit: number | undefined;
}

/**
 * The number of entries that SQLite read within the bounds of the scan. A limit stops a scan in the order of the index at
 * the last entry that it returns; skipped entries and those that match no other condition count too.
 */
function entriesRead(plan: IndexPlan, { query, returned, limit }: Ran, { storage }: CommandContext): number {
  const { where, values } = plan.bounds;
  const range = `FROM ${plan.from} WHERE ${where}`;
  if (plan.streamed && returned === limit) {
    const entries = storage.database.all(`SELECT rid ${range}${plan.orderBy}`, ...values);
    return entries.findIndex(({ rid }) => rid === query.effort.lastRid) + 1;
  }
  return Number(storage.database.get(`SELECT count(*) AS n ${range}`, ...values)?.['n'] ?? 0);
}
