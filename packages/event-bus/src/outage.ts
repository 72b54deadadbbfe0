/**
 * Thrown by a handler when something it needs is away, whatever the record says: the delivery does not count, and the
 * record is tried again until that is back. So an outage, however long, sends nothing to the dead letters.
 */
export class OutageError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} is away`, { cause });
    this.name = 'OutageError';
  }
}
