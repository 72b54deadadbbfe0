/** Databases are told apart by installation, also where there is only one: a server may hold others' data. */
export function databaseName(namespace: string | undefined, database: string): string {
  return `${namespace ?? 'earshot'}_${database}`;
}

/** What every key in Redis begins with. */
export function redisPrefix(namespace: string | undefined): string {
  return `${namespace ?? 'earshot'}:`;
}
