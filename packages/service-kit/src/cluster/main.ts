import type { ServiceName } from '@earshot/proto/values';
import { createLogger, type Settings, settingsProblems, withoutEmpty } from '@earshot/core';
import type { Service } from '../service/service.ts';
import { platformSettings } from '../service/settings.ts';
import { clusterSettings, lackingFor } from './settings.ts';
import { startTracing, tracingSettings } from './tracing.ts';

/** Milliseconds to wait for the start to finish after a stop signal. */
const startPatienceMs = 5_000;

/**
 * Runs a service as one process of a cluster until SIGTERM or SIGINT. If settings are missing or wrong, the process
 * exits with code 1 and one message that names them all. `load` imports the service. Tracing must start before the
 * modules that it instruments are loaded, so this file does not import them statically.
 */
export async function runMain(name: ServiceName, load: () => Promise<Service>, environment: Settings): Promise<void> {
  const signal = Promise.withResolvers<void>();
  // Parts of a starting service may already be working, so a signal waits for the start, but not endlessly for a server
  // that is unavailable.
  const patience = () => setTimeout(() => process.exit(0), startPatienceMs).unref();
  let waiting: NodeJS.Timeout | undefined;
  const onSignal = () => {
    waiting ??= patience();
    signal.resolve();
  };
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  try {
    const running = await start(name, load, withoutEmpty(environment));
    clearTimeout(waiting);
    void signal.promise
      .then(() => clearTimeout(waiting))
      .then(() => running.stop())
      .finally(() => process.exit(0));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start(name: ServiceName, load: () => Promise<Service>, given: Record<string, string>) {
  const schemas = [clusterSettings, platformSettings, tracingSettings];
  const problems = schemas.flatMap((own) => settingsProblems(own, given));
  const endTracing = problems.length === 0 ? await traced(name, given) : undefined;
  const service = await load();
  problems.push(...settingsProblems(service.config, given));
  problems.push(...lackingFor(service, given));
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
