/**
 * The name contains the namespace even if there is only one installation, because the server may hold databases of
 * others.
 */
export function databaseName(namespace: string | undefined, database: string): string {
  return `${namespace ?? 'earshot'}_${database}`;
}

/** Returns the prefix of every key in Redis. */
export function redisPrefix(namespace: string | undefined): string {
  return `${namespace ?? 'earshot'}:`;
}
