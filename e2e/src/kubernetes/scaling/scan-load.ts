import { allServices } from '@earshot/all-in-one/services';
import { sourceDefinitions, sourcesOf } from '@earshot/sources';
import { eventFactory } from '../../../../packages/event-bus/src/events.ts';
import { newId } from '../../../../packages/core/src/ids.ts';
import { createLogger } from '../../../../packages/core/src/log.ts';
import { connectMongo } from '../../../../packages/service-kit/src/cluster/mongo.ts';
import { databaseName } from '../../../../packages/service-kit/src/cluster/names.ts';
import { startScan } from '../../../../services/scan/src/domain/start-scan.ts';
import type { ScanTask } from '../../../../services/scan/src/domain/job.ts';
import { keylessScorer } from '@earshot/scoring';
import { foundEvent, jobEvents } from '../../../../services/scan/src/events/scan-events.ts';
import { jobStore } from '../../../../services/scan/src/store/job-store.ts';
import { scanModels } from '../../../../services/scan/src/store/models.ts';
import { scheduleStore } from '../../../../services/scan/src/store/schedule-store.ts';
import { verdictStore } from '../../../../services/scan/src/store/verdict-store.ts';
import { business, leadCommunity, loadCommunities } from './posts.ts';

/** The state of the tasks of all scans. */
export interface LoadState {
  readonly jobs: number;
  readonly tasks: number;
  /** Events of the jobs that wait in their outboxes. */
  readonly unpublished: number;
  readonly endedJobs: number;
  readonly endedTasks: number;
}

/**
 * Scans of many users, created by the scan service's own use case and stores in its database. All calls may be
 * repeated.
 */
export interface ScanLoad {
  /** Starts a scan of `loadCommunities` for each of so many new users. The scan service's relay publishes its tasks. */
  start(userCount: number): Promise<void>;
  state(): Promise<LoadState>;
  /** Describes every deviation from the result of running each task exactly once. Empty when there is none. */
  faults(): Promise<string[]>;
  /** Removes everything that the services store about the users. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

/**
 * In milliseconds. They are long because a stalled machine is not an outage. The product's own limits are one second.
 */
const limits = { serverSelection: 60_000, connect: 60_000, waitQueue: 60_000 };
const usersAtOnce = 10;

/** Connects to the databases of all services. */
export async function openScanLoad(mongoUrl: string, namespace?: string): Promise<ScanLoad> {
  const log = createLogger({ level: 'silent', name: 'scan-load' });
  const databases = [...new Set(allServices.flatMap(({ database }) => (database === null ? [] : [database])))];
  const opened = databases.map((database) => {
    const dbName = databaseName(namespace, database);
    return { database, ...connectMongo({ url: mongoUrl, dbName, appName: 'scan-load', log, limits }) };
  });
  await Promise.all(opened.map(({ connected }) => connected));
  const connectionOf = (database: string) => {
    const found = opened.find((one) => one.database === database);
    if (found === undefined) throw new Error(`no service has the database ${database}`);
    return found.connection;
  };
  const prefix = `load-${newId().slice(-8)}-`;
  let users: readonly string[] = [];
  const scans = connectionOf('scan');
  const mine = { userId: { $regex: `^${prefix}` } };
  const leadsOf = () => connectionOf('lead').collection('leads').find(mine).toArray();
  return {
    start: async (userCount) => {
      // A call that is repeated after a failure takes the same users.
      const more = Array.from({ length: userCount }, (_, n) => `${prefix}${users.length + n}`);
      await startAll(scans, more);
      users = [...users, ...more];
    },
    state: () => stateOf(scans, users),
    faults: async () => {
      const { job, verdict } = scanModels(scans);
      const [jobs, verdicts, leads] = await Promise.all([
        job.find(mine).lean(),
        verdict.find(mine, { jobId: 1, task: 1, outcome: 1 }).lean(),
        leadsOf(),
      ]);
      return [...jobs.flatMap(faultsOf), ...faultsOfAll(users, jobs, verdicts, leads)];
    },
    remove: async () => void (await Promise.all(opened.map(({ connection }) => removeAll(connection, mine)))),
    close: async () => void (await Promise.all(opened.map((one) => one.close()))),
  };
}

async function startAll(connection: Connection, users: readonly string[]): Promise<void> {
  const { schedule } = scanModels(connection);
  const deps = { ...storesOn(connection), schedules: scheduleStore(schedule), admit: async () => undefined };
  for (let at = 0; at < users.length; at += usersAtOnce) {
    const some = users.slice(at, at + usersAtOnce);
    await Promise.all(some.map((userId) => startScan({ ...deps, ...setUpOf(userId) }, userId)));
  }
}

interface StoredState {
  readonly tasks: readonly EndedTask[];
  readonly completedAt: Date | null;
  readonly outbox?: readonly unknown[];
}

async function stateOf(connection: Connection, users: readonly string[]): Promise<LoadState> {
  const { job } = scanModels(connection);
  const fields = { 'tasks.state': 1, completedAt: 1, 'outbox.id': 1 };
  const jobs = await job.find({ userId: { $in: users } }, fields).lean<StoredState[]>();
  const ended = ({ state }: Pick<ScanTask, 'state'>) => state === 'done' || state === 'failed';
  return {
    jobs: users.length,
    tasks: users.length * loadCommunities.length,
    unpublished: jobs.reduce((sum, one) => sum + (one.outbox?.length ?? 0), 0),
    endedJobs: jobs.filter(({ completedAt }) => completedAt !== null).length,
    endedTasks: jobs.reduce((sum, one) => sum + one.tasks.filter(ended).length, 0),
  };
}

type Connection = ReturnType<typeof connectMongo>['connection'];

function storesOn(connection: Connection) {
  const { job, verdict } = scanModels(connection);
  const event = eventFactory('scan', () => new Date());
  const found = foundEvent(event);
  // The scan service polls the outboxes every few seconds.
  const notify = () => undefined;
  const pace = { paced: <T>(change: T) => change, written: () => undefined };
  return {
    jobs: jobStore({ model: job, eventsOf: jobEvents(event), notify, pace }),
    verdicts: verdictStore({ model: verdict, foundEvent: (one, post) => found(one, post), notify }),
  };
}

/** Starting a scan only checks whether the source is the sandbox. Nothing is read here. */
const sources = sourcesOf(
  sourceDefinitions.map((definition) => ({
    definition,
    read: { kind: 'poll', mostPages: 1, newPosts: async () => ({ posts: [], after: null }) },
    write: null,
  })),
);

/** The answers of the lead and auth services about a user who watches these communities. */
function setUpOf(userId: string) {
  return {
    settingsOf: async () => ({
      businessDescription: business,
      searchStrategy: 'broad' as const,
      maxLeadsPerScan: 25,
      scanFrequency: 'manual' as const,
      listen: false,
      communities: loadCommunities.map((name) => ({ source: 'sample' as const, name })),
    }),
    preferencesOf: async () => ({
      id: null,
      userId,
      leadScoringModel: 'gpt-5-mini' as const,
      messageGenerationModel: 'gpt-5-mini' as const,
      maxLeadsPerDay: 50,
      emailNotifications: false,
      createdAt: null,
      updatedAt: null,
    }),
    learnedOf: async () => null,
    scorerFor: () => keylessScorer(),
    sources,
    clock: { now: () => new Date() },
    newId,
  };
}

type EndedTask = Pick<ScanTask, 'community' | 'state' | 'total' | 'counts'>;

interface EndedJob {
  readonly _id: string;
  readonly status: string;
  readonly tasks: readonly EndedTask[];
  readonly outcomes: { readonly created: number; readonly capped: number; readonly duplicate: number };
}

/**
 * Checks that each task ran exactly once: it judged one post of its community, and only the post that asks became a
 * lead.
 */
function faultsOf({ _id, status, tasks, outcomes }: EndedJob): string[] {
  const faults = status === 'completed' ? [] : [`job ${_id} is ${status}`];
  for (const { community, state, total, counts } of tasks) {
    const found = community === leadCommunity ? 1 : 0;
    const { known, stale, unscored, filtered, below } = counts;
    const isExact = state === 'done' && total === 1 && counts.found === found && known + stale + unscored === 0;
    if (!isExact || filtered + below !== 1 - found) {
      faults.push(`job ${_id}, ${community}: ${state} with ${JSON.stringify({ total, ...counts })}`);
    }
  }
  const { created, capped, duplicate } = outcomes;
  if (created !== 1 || capped + duplicate > 0) faults.push(`job ${_id} has outcomes ${JSON.stringify(outcomes)}`);
  return faults;
}

function faultsOfAll(
  users: readonly string[],
  jobs: readonly EndedJob[],
  verdicts: readonly { readonly jobId: string; readonly task: number; readonly outcome: string }[],
  leads: readonly { readonly [field: string]: unknown }[],
): string[] {
  const tasks = users.length * loadCommunities.length;
  const settled = new Set(verdicts.map(({ jobId, task }) => `${jobId}/${task}`));
  const counts = [
    ['jobs', jobs.length, users.length],
    ['tasks with a verdict', settled.size, tasks],
    ['verdicts', verdicts.length, tasks],
    ['verdicts that became leads', verdicts.filter(({ outcome }) => outcome === 'created').length, users.length],
    ['leads', leads.length, users.length],
    ['users with a lead', new Set(leads.map(({ userId }) => userId)).size, users.length],
  ] as const;
  return counts.flatMap(([what, actual, expected]) =>
    actual === expected ? [] : [`${actual} ${what} instead of ${expected}`],
  );
}

/** Deletes all documents of these users from every collection. */
async function removeAll(connection: Connection, users: { readonly userId: object }): Promise<void> {
  const collections = await connection.listCollections();
  for (const { name } of collections) await connection.collection(name).deleteMany(users);
}
