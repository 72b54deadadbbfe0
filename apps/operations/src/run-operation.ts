import { type Settings, systemClock } from '@earshot/core';
import type { Operation } from '@earshot/service-kit';
import { askRunning, eventFactory } from '@earshot/service-kit/operations';
import { allServices } from '@earshot/all-in-one/services';
import { folderOf, openInstallation } from './places.ts';

/**
 * Runs an operation of a service. If Earshot runs on the folder EARSHOT_DATA, that process runs the operation.
 * Otherwise this process runs it on the folder, or on the cluster that MONGODB_URL and KAFKA_BROKERS name. Resolves to
 * the lines that the operation prints; throws an Error with one clear message.
 */
export async function runOperation(
  command: string,
  settings: Settings,
  { service, operation, args }: { service: string; operation: string; args: readonly string[] },
): Promise<readonly string[]> {
  const folder = folderOf(command, settings);
  const answered = folder === null ? null : await askRunning(folder, { service, operation, args: [...args] });
  if (answered !== null) return answered;
  const { database, run } = operationOf(service, operation);
  const installation = await openInstallation(command, settings);
  try {
    const documents = await installation.connect(database);
    try {
      const now = () => systemClock.now();
      const place = {
        documents,
        bus: installation.bus,
        clock: systemClock,
        event: eventFactory(service, now),
        relay: null,
      };
      return await run(args, place);
    } finally {
      await documents.close();
    }
  } finally {
    await installation.close();
  }
}

function operationOf(service: string, operation: string): { database: string; run: Operation } {
  const found = allServices.find(({ name }) => name === service);
  const run = found?.operations?.[operation];
  if (run === undefined || found?.database === null || found?.database === undefined)
    throw new Error(`${service} has no operation ${operation}`);
  return { database: found.database, run };
}
