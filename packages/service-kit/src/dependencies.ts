import type { Connection } from 'mongoose';

/** Something outside the process that a service leans on. */
export interface Dependency {
  readonly name: string;
  /** Without it the service cannot answer, so it is not ready; without the others it goes on, with less. */
  readonly needed: boolean;
  answers(): Promise<boolean>;
}

/** Milliseconds; whoever is slower to say so counts as away. Probes of Kubernetes wait a second. */
const patienceMs = 800;

/** The names of those that do not answer at present. */
export async function away(dependencies: readonly Dependency[]): Promise<string[]> {
  const asked = await Promise.all(dependencies.map(async (one) => ((await answersSoon(one)) ? [] : [one.name])));
  return asked.flat();
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

/** A service's database. */
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
