import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, systemClock } from '@earshot/core';
import { openEmbeddedBus } from '../src/sqlite/bus.ts';
import { describeEventBus } from './suite/event-bus-suite.ts';

const log = createLogger({ level: 'silent', name: 'test' });

describeEventBus('embedded', async (topics, idleMs) => {
  const timing = { idleMs, graceMs: 100, settleMs: 100 };
  const folders: string[] = [];
  const buses: { stop(): Promise<void> }[] = [];

  async function openOver(from: string | undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-bus-'));
    folders.push(folder);
    // A crash leaves the files as they are on disk at this moment.
    if (from !== undefined) await cp(from, folder, { recursive: true });
    const bus = await openEmbeddedBus({ folder, topics, clock: systemClock, log, timing });
    buses.push(bus);
    return bus;
  }

  return {
    bus: await openOver(undefined),
    reopen: () => openOver(folders.at(-1)),
    close: async () => {
      await Promise.all(buses.map((bus) => bus.stop()));
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    },
  };
});
