import { createLogger, systemClock } from '@earshot/core';
import { type Running, runServices } from '../run/run-services.ts';
import { processMetrics } from '../metrics/process-metrics.ts';
import type { Service } from '../service/service.ts';
import { platformSettings } from '../service/settings.ts';
import { clusterHost } from './host.ts';
import { logProcess } from './process-log.ts';
import { clusterSettings } from './settings.ts';

/**
 * Starts a service with Kafka, MongoDB and Redis. `given` must have passed `clusterSettings` and `platformSettings`.
 */
export async function runProcess(service: Service, given: Record<string, string>): Promise<Running> {
  const settings = { ...platformSettings.parse(given), ...clusterSettings.parse(given) };
  const { meters, serve } = processMetrics([service.name]);
  const log = (name: string) => createLogger({ name, level: settings.LOG_LEVEL });
  logProcess(log(service.name));
  const host = await clusterHost({ settings, clientId: `earshot-${service.name}`, clock: systemClock, meters, log });
  const metrics =
    settings.METRICS_PORT === undefined ? undefined : await serve({ port: settings.METRICS_PORT, host: settings.HOST });
  const running = await runServices([service], host, given);
  host.log.info({ name: service.name }, 'ready');
  return {
    stop: async () => {
      await running.stop();
      await metrics?.stop();
    },
  };
}
