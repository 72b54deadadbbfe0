import type { ServiceName } from '@earshot/proto/values';
import { createLogger } from '../log.ts';
import type { Settings } from '../parse-settings.ts';
import { settingsProblems, withoutEmpty } from '../parse-settings.ts';
import type { Service } from '../service.ts';
import { platformSettings } from '../settings.ts';
import { clusterSettings } from './settings.ts';
import { startTracing, tracingSettings } from './tracing.ts';

/**
 * Runs a service as one process of a cluster until SIGTERM or SIGINT. Without its settings the process ends with 1 and
 * one message that names every missing or wrong one. `load` imports the service: tracing has to start before the
 * modules that it watches are loaded, so nothing here imports them by itself.
 */
export async function runMain(name: ServiceName, load: () => Promise<Service>, environment: Settings): Promise<void> {
  // Before everything runs a signal ends the process at once: nothing has begun.
  const stopEarly = () => process.exit(0);
  process.once('SIGTERM', stopEarly).once('SIGINT', stopEarly);
  try {
    const running = await start(name, load, withoutEmpty(environment));
    const stop = () => void running.stop().then(() => process.exit(0));
    process.off('SIGTERM', stopEarly).off('SIGINT', stopEarly);
    process.once('SIGTERM', stop).once('SIGINT', stop);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start(name: ServiceName, load: () => Promise<Service>, given: Record<string, string>) {
  const problems = [clusterSettings, platformSettings, tracingSettings].flatMap((own) => settingsProblems(own, given));
  const endTracing = problems.length === 0 ? await traced(name, given) : undefined;
  const service = await load();
  problems.push(...settingsProblems(service.config, given));
  if (problems.length > 0) {
    const lines = [...new Set(problems)].map((problem) => `  ${problem}`);
    throw new Error(`${name} cannot start with these settings:\n${lines.join('\n')}`);
  }
  const { runProcess } = await import('./process.ts');
  const running = await runProcess(service, given);
  return { stop: () => running.stop().finally(endTracing) };
}

function traced(service: ServiceName, settings: Record<string, string>) {
  const log = createLogger({ name: service, level: clusterSettings.parse(settings).LOG_LEVEL });
  return startTracing({ settings, service, log });
}
