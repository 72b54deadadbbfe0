import { z } from 'zod';
import type { ServiceProcess } from './service-process.ts';

const readiness = z.object({ status: z.string(), missing: z.array(z.string()), away: z.array(z.string()) });

export interface Readiness extends z.infer<typeof readiness> {
  readonly code: number;
}

/** In milliseconds. It is long because a busy machine answers slowly. */
const answerWithinMs = 60_000;

/** Reads the readiness endpoint of a process. Throws when it does not answer. */
export async function readinessOf({ url }: ServiceProcess): Promise<Readiness> {
  const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(answerWithinMs) });
  return { code: response.status, ...readiness.parse(await response.json()) };
}

/** The gauge `earshot_dependency_up` of a process, by dependency. */
export async function dependenciesUp({ metricsUrl }: ServiceProcess): Promise<Map<string, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const lines = text.matchAll(/^earshot_dependency_up\{.*dependency="([^"]+)".*\} (\d)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}
