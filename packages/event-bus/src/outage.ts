/**
 * Thrown by a handler when a dependency is unavailable. The delivery does not count, and the record is retried until
 * the dependency is back. So an outage sends no records to the dead letters
 * (docs/decisions/0031-outages-are-not-attempts.md).
 */
export class OutageError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} is away`, { cause });
    this.name = 'OutageError';
  }
}
