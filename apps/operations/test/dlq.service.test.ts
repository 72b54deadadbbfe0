import { createLogger, systemClock } from '@earshot/core';
import { openEmbeddedBus } from '@earshot/service-kit/operations';
import { topics } from '@earshot/proto/events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { letterCases } from './letter-cases.ts';
import { run } from './operate.ts';

const log = createLogger({ name: 'test', level: 'silent' });

describe('dead letters in a data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-dlq-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const openBus = () => openEmbeddedBus({ folder, topics, clock: systemClock, log });
  letterCases(() => ({ settings: { EARSHOT_DATA: folder }, openBus }));
});

describe('dlq', () => {
  it.each([
    [[], 'dlq needs a verb'],
    [['drop', 'lead'], 'unknown verb "drop"'],
    [['list'], 'list needs a GROUP'],
    [['list', 'nobody'], 'unknown group "nobody"'],
    [['list', 'lead', 'more'], 'unknown argument "more"'],
    [['show', 'lead'], 'show needs an ID'],
    [['show', 'lead', '--all'], 'show needs one ID'],
    [['replay', 'lead', 'id', 'more'], 'unknown argument "more"'],
  ])('prints the usage for %j', async (args, complaint) => {
    const { code, lines } = await run(['dlq', ...args]);
    expect([code, lines[0]]).toEqual([2, complaint]);
    expect(lines.join('\n')).toContain('dlq -- replay GROUP ID|--all');
  });

  it.each([
    [{ MONGODB_URL: 'mongodb://a' }, 'Set EARSHOT_DATA for a data folder, or KAFKA_BROKERS for a cluster'],
    [{ EARSHOT_DATA: '/tmp/a', KAFKA_BROKERS: 'a:1' }, 'EARSHOT_DATA and KAFKA_BROKERS are both set'],
    [{ EARSHOT_DATA: '/tmp/no-such-earshot' }, 'There is no Earshot data in /tmp/no-such-earshot'],
    [{ KAFKA_BROKERS: 'kafka' }, 'KAFKA_BROKERS must be host:port of Kafka'],
  ])('refuses the settings %j', async (settings, complaint) => {
    const { code, lines } = await run(['dlq', 'list', 'lead'], settings);
    expect([code, lines.join()]).toEqual([1, expect.stringContaining(complaint)]);
  });
});
