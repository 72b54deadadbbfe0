import { Int32 } from 'bson';
import { type Doc, MAX_DOCUMENT_BYTES } from '../bson.ts';
import { MAX_MESSAGE_BYTES } from '../wire.ts';
import * as admin from './admin.ts';
import type { CommandEntry } from './command.ts';
import { explain } from './explain.ts';
import { find, FIND_FIELDS } from './find.ts';
import { FIND_AND_MODIFY_FIELDS, findAndModify } from './find-and-modify.ts';
import * as read from './read.ts';
import * as write from './write.ts';

/** The MongoDB version that this server reports to drivers and tools, and whose behaviour it follows. */
const VERSION = '7.0.0';
const MAX_WIRE_VERSION = 21;

/**
 * Describes a standalone server without sessions (no logicalSessionTimeoutMinutes), so drivers use no retryable writes
 * and transactions.
 */
function hello(now: Date): Doc {
  return {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: new Int32(MAX_DOCUMENT_BYTES),
    maxMessageSizeBytes: new Int32(MAX_MESSAGE_BYTES),
    maxWriteBatchSize: new Int32(100_000),
    localTime: now,
    connectionId: new Int32(1),
    minWireVersion: new Int32(0),
    maxWireVersion: new Int32(MAX_WIRE_VERSION),
    readOnly: false,
  };
}

const HELLO_FIELDS = [
  'helloOk',
  'client',
  'compression',
  'topologyVersion',
  'maxAwaitTimeMS',
  'loadBalanced',
  'saslSupportedMechs',
  'hostInfo',
  'internalClient',
  'hello',
  'isMaster',
  'ismaster',
  'backpressure',
];
const helloEntry: CommandEntry = { fields: HELLO_FIELDS, run: (_command, { now }) => hello(now) };
const LIST_FIELDS = ['filter', 'nameOnly', 'authorizedCollections', 'authorizedDatabases', 'cursor'];

function versionParts(): Int32[] {
  return [...VERSION.split('.').map(Number), 0].map((part) => new Int32(part));
}

/** All commands by name. Others fail with CommandNotFound. */
export const commands: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  ['hello', helloEntry],
  ['isMaster', helloEntry],
  ['ismaster', helloEntry],
  ['ping', { fields: [], run: () => ({}) }],
  [
    'buildInfo',
    {
      fields: [],
      run: () => ({
        version: VERSION,
        versionArray: versionParts(),
        gitVersion: 'embedded',
        modules: [],
        bits: new Int32(64),
        debug: false,
        maxBsonObjectSize: new Int32(MAX_DOCUMENT_BYTES),
        storageEngines: ['sqlite'],
      }),
    },
  ],
  ['buildinfo', { fields: [], run: () => ({ version: VERSION, versionArray: versionParts() }) }],
  ['endSessions', { fields: [], run: () => ({}) }],
  [
    'connectionStatus',
    { fields: ['showPrivileges'], run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }) },
  ],
  ['find', { fields: FIND_FIELDS, run: find }],
  ['getMore', { fields: ['collection', 'batchSize'], run: read.getMore }],
  ['killCursors', { fields: ['cursors'], run: read.killCursors }],
  ['count', { fields: read.COUNT_FIELDS, run: read.count }],
  ['distinct', { fields: read.DISTINCT_FIELDS, run: read.distinct }],
  ['aggregate', { fields: read.AGGREGATE_FIELDS, run: read.aggregate }],
  ['explain', { fields: ['verbosity'], run: explain }],
  ['insert', { fields: write.INSERT_FIELDS, run: write.insert }],
  ['update', { fields: write.UPDATE_FIELDS, run: write.update }],
  ['delete', { fields: write.DELETE_FIELDS, run: write.remove }],
  ['findAndModify', { fields: FIND_AND_MODIFY_FIELDS, run: findAndModify('findAndModify') }],
  ['findandmodify', { fields: FIND_AND_MODIFY_FIELDS, run: findAndModify('findandmodify') }],
  ['createIndexes', { fields: admin.CREATE_INDEXES_FIELDS, run: admin.createIndexes }],
  ['listIndexes', { fields: ['cursor'], run: admin.listIndexes }],
  ['dropIndexes', { fields: ['index'], run: admin.dropIndexes }],
  ['create', { fields: admin.CREATE_FIELDS, run: admin.create }],
  ['drop', { fields: [], run: admin.drop }],
  ['dropDatabase', { fields: [], run: admin.dropDatabase }],
  ['listCollections', { fields: LIST_FIELDS, run: admin.listCollections }],
  ['listDatabases', { fields: LIST_FIELDS, run: admin.listDatabases }],
]);
