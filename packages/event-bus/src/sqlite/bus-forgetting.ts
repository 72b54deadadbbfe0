import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { clearTraces, type Logger } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import type { GroupCommit } from './bus-commit.ts';

export interface ForgettingOptions {
  readonly database: DatabaseSync;
  readonly commit: GroupCommit;
  readonly log: Logger;
  /** Whether the group consumes the topic in this process now. */
  isLive(group: string, topic: string): boolean;
  /** Clears traces of deleted rows in other stores. */
  readonly alsoClean: (how: { rewrite: boolean }) => void;
}

export interface BusForgetting {
  /** Resolves when the request is stored durably. */
  erase(userId: UserId): Promise<void>;
  /** Continues the requests left by an earlier process. */
  start(): void;
  stop(): Promise<void>;
}

const tables = 'CREATE TABLE IF NOT EXISTS forgetting (user_id TEXT PRIMARY KEY) WITHOUT ROWID';
/** The topic of deletions. A user's events may be removed once every group has handled the user's deletion. */
const deletions = 'account.events';
const checkEveryMs = 100;
/** After a start, known groups may still subscribe within this time; afterwards they count as removed. */
const groupsSubscribeWithinMs = 20_000;
/** Work in progress at the deletion may still publish events, so they are searched again after these delays. */
const searchAgainAfterMs = [1_000, 10_000, 60_000];
/** Rows searched in one turn of the event loop. */
const chunk = 2_000;

const userRows = z.array(z.object({ user_id: z.string() }));
const floorRows = z.array(z.object({ grp: z.string(), topic: z.string(), partition: z.number(), floor: z.number() }));
const place = z.object({ topic: z.string(), partition: z.number(), offset: z.number() });
type Place = z.infer<typeof place>;
const placeRows = z.array(place);
const foundRows = z.array(place.extend({ row: z.number() }));
const endRow = z.object({ last: z.number().nullable() });

/** Removes the events of deleted users from the file: keys, contents, and the traces that SQLite would leave. */
export function createForgetting(options: ForgettingOptions): BusForgetting {
  return new Forgetting(options);
}

class Forgetting implements BusForgetting {
  readonly #options: ForgettingOptions;
  readonly #sql: Statements;
  readonly #startedAt = performance.now();
  readonly #stopping = new AbortController();
  readonly #again = new Set<NodeJS.Timeout>();
  #running: Promise<void> | undefined;

  constructor(options: ForgettingOptions) {
    options.database.exec(tables);
    this.#options = options;
    this.#sql = statements(options.database);
  }

  start(): void {
    if (this.#stopping.signal.aborted) return;
    const failed = (err: unknown) =>
      this.#options.log.error({ err }, 'events of a deleted user cannot be removed; the next start tries again');
    this.#running ??= this.#run()
      .catch(failed)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async erase(userId: UserId): Promise<void> {
    await this.#options.commit.write(() => this.#sql.insert.run(userId));
    this.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#again) clearTimeout(timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const users = userRows.parse(this.#sql.users.all());
      if (users.length === 0) return;
      for (const { user_id: userId } of users) if (await this.#isForgotten(userId)) this.#finish(userId);
      await wait(checkEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Traces are cleared before the request is removed: after a crash in between, both steps are repeated. */
  #finish(userId: UserId): void {
    this.#options.alsoClean({ rewrite: true });
    this.#sql.done.run(userId);
    this.#clean({ rewrite: true });
    for (const ms of searchAgainAfterMs) {
      const timer = setTimeout(() => {
        this.#again.delete(timer);
        const failed = (err: unknown) =>
          this.#options.log.error({ err }, 'the search for events of a deleted user failed');
        void this.#removeEvents(userId)
          .then(() => this.#clean({ rewrite: false }))
          .catch(failed);
      }, ms);
      this.#again.add(timer.unref());
    }
  }

  /**
   * Deleted rows are overwritten in the file, but the write-ahead log still has them, and so do pages whose rows moved.
   */
  #clean(how: { rewrite: boolean }): void {
    if (this.#stopping.signal.aborted) return;
    const { alsoClean, database } = this.#options;
    alsoClean({ rewrite: false });
    database.exec('PRAGMA incremental_vacuum(2000)');
    clearTraces(database, how);
  }

  /** Returns false until every group has handled the deletion and the user's other events. */
  async #isForgotten(userId: UserId): Promise<boolean> {
    const deletionEvents = placeRows.parse(this.#sql.deletionEvents.all(userId));
    return deletionEvents.every(this.#handled()) && this.#removeEvents(userId);
  }

  /** Deletes the events that all groups have handled. Returns true when none are left. */
  async #removeEvents(userId: UserId): Promise<boolean> {
    const handled = this.#handled();
    const bytes = Buffer.from(userId);
    const last = endRow.parse(this.#sql.end.get()).last ?? 0;
    let left = 0;
    for (let from = 0; from < last; from += chunk) {
      for (const found of foundRows.parse(this.#sql.search.all(from, from + chunk, userId, bytes))) {
        if (handled(found)) this.#sql.removeRecord.run(found.row);
        else left += 1;
      }
      await new Promise(setImmediate);
      if (this.#stopping.signal.aborted) return false;
    }
    this.#sql.removeLetters.run(userId, bytes);
    return left === 0;
  }

  /** Returns a check whether every relevant group has handled a record. */
  #handled(): (place: Place) => boolean {
    const { commit, isLive } = this.#options;
    commit.flush();
    const early = performance.now() - this.#startedAt < groupsSubscribeWithinMs;
    const rows = floorRows.parse(this.#sql.floors.all()).filter(({ grp, topic }) => early || isLive(grp, topic));
    return ({ topic, partition, offset }) =>
      rows.every((row) => row.topic !== topic || row.partition !== partition || row.floor > offset);
  }
}

type Statements = ReturnType<typeof statements>;

function statements(database: DatabaseSync) {
  return {
    insert: database.prepare('INSERT OR IGNORE INTO forgetting VALUES (?)'),
    users: database.prepare('SELECT user_id FROM forgetting'),
    done: database.prepare('DELETE FROM forgetting WHERE user_id = ?'),
    floors: database.prepare(
      `SELECT grp, topic, partition, min(next_offset, coalesce((SELECT min(offset) FROM parked AS p
         WHERE p.grp = position.grp AND p.topic = position.topic AND p.partition = position.partition), next_offset)) AS floor
       FROM position`,
    ),
    deletionEvents: database.prepare(
      `SELECT topic, partition, offset FROM record WHERE topic = '${deletions}' AND key = ?`,
    ),
    search: database.prepare(
      `SELECT rowid AS row, topic, partition, offset FROM record
       WHERE rowid > ? AND rowid <= ? AND (key = ? OR instr(value, ?) > 0)`,
    ),
    end: database.prepare('SELECT max(rowid) AS last FROM record'),
    removeRecord: database.prepare('DELETE FROM record WHERE rowid = ?'),
    // Dead letters of the deletion stay, so that an operator can replay them.
    removeLetters: database.prepare(
      `DELETE FROM dead_letter WHERE (key = ? OR instr(value, ?) > 0) AND topic <> '${deletions}'`,
    ),
  };
}
