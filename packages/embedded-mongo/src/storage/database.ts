import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const STATEMENTS_KEPT = 256;
const BUSY_TIMEOUT_MS = 200;

/**
 * One SQLite file and its prepared statements. Writes of one event-loop turn share a transaction: `write` opens it,
 * `flush` commits it, and nothing may be acknowledged before `flush` has returned.
 */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #open = false;
  #savepoints = 0;

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    this.#db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF',
    );
    this.#db.exec(
      'PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 2000; PRAGMA journal_size_limit = 33554432',
    );
    // Overwrites deleted content, so that a deleted user's documents cannot be recovered from the file.
    this.#db.exec('PRAGMA secure_delete = ON');
    // Takes the lock now, so that a second process fails at its start and not at its first write.
    this.#db.exec('BEGIN IMMEDIATE; COMMIT');
  }

  get inTransaction(): boolean {
    return this.#open;
  }

  /** Opens the transaction of this turn unless it is open. */
  beginTurn(): void {
    if (this.#open) return;
    this.#db.exec('BEGIN IMMEDIATE');
    this.#open = true;
  }

  /** Commits the turn's writes with an fsync. If that fails, rolls back the whole turn and throws. */
  commitTurn(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Runs several statements atomically. */
  atomically<T>(work: () => T): T {
    this.beginTurn();
    this.#savepoints += 1;
    const name = `s${this.#savepoints}`;
    this.#db.exec(`SAVEPOINT ${name}`);
    try {
      const result = work();
      this.#db.exec(`RELEASE ${name}`);
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    } finally {
      this.#savepoints -= 1;
    }
  }

  /**
   * Removes deleted rows from the write-ahead log and, with `rewrite`, from the file. Call it only between turns.
   * `secure_delete` does not overwrite the copy that remains when SQLite moves a row to another page. Only a rewrite of
   * the whole file does, which takes about 10 ms per MB.
   */
  clearTraces({ rewrite }: { rewrite: boolean }): void {
    if (rewrite) this.#db.exec('VACUUM');
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).lastInsertRowid);
  }

  get(sql: string, ...values: SQLInputValue[]): Record<string, unknown> | undefined {
    return this.#prepare(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#prepare(sql).all(...values);
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const made = prepared(this.#db, sql);
    this.#statements.set(sql, made);
    if (this.#statements.size > STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next();
      if (oldest.done !== true) this.#statements.delete(oldest.value);
    }
    return made;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}

/**
 * SQLite 3.49, which Node 24.0.0 has, finds no plan for some queries that force an index. Without the index the result is
 * the same.
 */
function prepared(db: DatabaseSync, sql: string): StatementSync {
  try {
    return db.prepare(sql);
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'no query solution') throw error;
    return db.prepare(sql.replace(/ INDEXED BY \S+/, ''));
  }
}
