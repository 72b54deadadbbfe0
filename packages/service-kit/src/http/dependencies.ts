import type { Connection } from 'mongoose';

/** An external system that a service depends on. */
export interface Dependency {
  readonly name: string;
  /**
   * Whether the service needs it to answer. A service without a needed dependency is not ready. Without another
   * dependency, the service continues with reduced functions.
   */
  readonly needed: boolean;
  answers(): Promise<boolean>;
}

/** Milliseconds; a dependency that answers later counts as unavailable. Kubernetes probes wait one second. */
const patienceMs = 800;

/** Returns the names of the dependencies that do not answer. */
export async function away(dependencies: readonly Dependency[]): Promise<string[]> {
  const failed = await Promise.all(dependencies.map(async (one) => ((await answersSoon(one)) ? [] : [one.name])));
  return failed.flat();
}

async function answersSoon(dependency: Dependency): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), patienceMs);
  try {
    return await Promise.race([dependency.answers().catch(() => false), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the dependency for a service's database. */
export function documentsDependency(name: string, connection: Connection): Dependency {
  return {
    name,
    needed: true,
    answers: async () => {
      const { db } = connection;
      if (db === undefined) return false;
      await db.command({ ping: 1 });
      return true;
    },
  };
}
