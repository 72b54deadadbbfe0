import type { Settings } from '../parse-settings.ts';
import { settingsProblems, withoutEmpty } from '../parse-settings.ts';
import { platformSettings } from '../settings.ts';
import type { Service } from '../service.ts';
import { clusterSettings } from './settings.ts';

/**
 * Runs services as one process of a cluster until SIGTERM or SIGINT. Without its settings the process ends with 1 and
 * one message that names every missing or wrong one. Modules are loaded after tracing has started, as it must see them
 * load: so nothing here may import them by itself.
 */
export async function runMain(load: () => Promise<readonly Service[]>, environment: Settings): Promise<void> {
  // A signal before everything runs ends the process at once: nothing has begun.
  const stopEarly = () => process.exit(0);
  process.once('SIGTERM', stopEarly).once('SIGINT', stopEarly);
  try {
    const running = await start(load, withoutEmpty(environment));
    const stop = () => void running.stop().then(() => process.exit(0));
    process.off('SIGTERM', stopEarly).off('SIGINT', stopEarly);
    process.once('SIGTERM', stop).once('SIGINT', stop);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start(load: () => Promise<readonly Service[]>, given: Record<string, string>) {
  const tracing = await import('./tracing.ts');
  const endTracing = await tracing.startTracing(given);
  const services = await load();
  const name = services.map((service) => service.name).join(', ');
  const schemas = [clusterSettings, platformSettings, ...services.map(({ config }) => config)];
  const problems = new Set(schemas.flatMap((schema) => settingsProblems(schema, given)));
  if (problems.size > 0) {
    throw new Error(`${name} cannot start with these settings:\n${[...problems].map((one) => `  ${one}`).join('\n')}`);
  }
  const { runProcess } = await import('./process.ts');
  const running = await runProcess(services, given);
  return { stop: () => running.stop().finally(endTracing) };
}
