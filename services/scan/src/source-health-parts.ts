import { sourceStates } from '@earshot/proto/values';
import type { Platform } from '@earshot/service-kit';
import { sourceUsers } from './clients/lead.ts';
import { type BoardDeps, healthForAll } from './domain/health-board.ts';
import { sourceEvent } from './events/scan-events.ts';
import { healthRoutes } from './http/health-routes.ts';
import { createSourceMonitor } from './jobs/source-monitor.ts';
import { scanModels } from './store/models.ts';
import { readNotes } from './store/read-notes.ts';
import { sourceStateStore } from './store/source-state-store.ts';

/** The board of the sources, and the job that notifies users of a source that has stopped. */
export function sourceHealthParts(platform: Platform, { settingsOf }: Pick<BoardDeps, 'settingsOf'>) {
  const { documents, sources, clock, kv, log, call } = platform;
  const models = scanModels(documents);
  const model = models.sourceState;
  const relay = platform.relay(model);
  const event = sourceEvent((facts) => platform.event(facts));
  const states = sourceStateStore({ model, event, notify: () => relay.notify() });
  const notes = readNotes(models);
  const healthOf = (id: string) => healthForAll(notes, sources.get(id), clock.now());
  platform.meters.gauge('sourceState').watch('sources', async () => {
    const found = await Promise.all(
      sources.all.map(async ({ definition: { id: source } }) => ({ source, state: (await healthOf(source)).state })),
    );
    return found.flatMap(({ source, state: current }) =>
      sourceStates.map((state) => ({ labels: { source, state }, value: state === current ? 1 : 0 })),
    );
  });
  const shared = { states, sources, clock };
  return {
    relay,
    routes: healthRoutes({ ...shared, notes, settingsOf }),
    monitor: createSourceMonitor({ ...shared, usersOf: sourceUsers(call), healthOf, kv, log }),
  };
}
