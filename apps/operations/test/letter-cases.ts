import type { EventBus } from '@earshot/event-bus';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { create, encodeEnvelope, EnvelopeSchema } from '@earshot/proto/events';
import { expect, it } from '@jest/globals';
import { run } from './operate.ts';

/** One installation: how Earshot opens its bus, and the settings that select it for an operator. */
export interface Installation {
  readonly settings: Readonly<Record<string, string>>;
  openBus(): Promise<EventBus & { stop(): Promise<void> }>;
}

const hostile = 'found \u001b[2J\u202e it';
const place = { group: 'lead', topic: 'scan.events', concurrency: 1, deadlineMs: 10_000 };

/** Creates one dead letter per text with a failing handler. */
async function bury({ openBus }: Installation, texts: readonly string[]): Promise<void> {
  const bus = await openBus();
  const { stop } = await bus.subscribe({
    ...place,
    retry: { attempts: 1, baseMs: 1, maxMs: 1 },
    handle: async () => {
      throw new Error(`cannot save ${hostile}\nsecond line`);
    },
  });
  for (const text of texts) await bus.publish([recordOf(text)]);
  await until('the dead letters', async () => (await bus.deadLetters('lead')).length === texts.length);
  await stop();
  await bus.stop();
}

function recordOf(jobId: string) {
  const id = newId();
  const envelope = create(EnvelopeSchema, {
    id,
    type: 'lead.found',
    payload: { case: 'leadFound', value: { jobId, postId: 't3_1' } },
  });
  return { topic: place.topic, key: 'user-1', value: encodeEnvelope(envelope), headers: { type: 'lead.found', id } };
}

/** Consumes records and returns their number once it reaches `count`. */
async function handled({ openBus }: Installation, count: number): Promise<number> {
  const bus = await openBus();
  const seen: string[] = [];
  const { stop } = await bus.subscribe({
    ...place,
    retry: { attempts: 3, baseMs: 1, maxMs: 10 },
    handle: async ({ record }) => void seen.push(record.headers['id'] ?? ''),
  });
  await until('the replayed events', () => seen.length >= count);
  await stop();
  await bus.stop();
  return seen.length;
}

export function letterCases(current: () => Installation): void {
  const dlq = (...args: string[]) => run(['dlq', ...args], current().settings);
  const listed = async () => (await dlq('list', 'lead')).lines.slice(0, -1);

  it('are listed in one line each and shown in full, without terminal control characters', async () => {
    await bury(current(), [hostile]);
    const lines = await listed();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\S+ {2}20\d\d-.*Z {2}scan\.events\/\d\/0 {2}lead\.found {2}1 attempts {2}.*cannot save/);
    const [id = ''] = lines[0]?.split(' ') ?? [];
    const shown = await dlq('show', 'lead', id);
    expect(shown.code).toBe(0);
    expect(shown.lines.join('\n')).toContain('"postId": "t3_1"');
    expect(shown.lines.join('\n')).toContain('second line');
    expect([...lines, ...shown.lines].join('')).not.toMatch(/[\u001b\u202e]/);
  });

  it('are handled again after a replay and removed from the queue', async () => {
    await bury(current(), ['one', 'two', 'three']);
    const [id = ''] = (await listed())[0]?.split(' ') ?? [];
    expect(await dlq('replay', 'lead', id)).toMatchObject({ code: 0, lines: [`replayed ${id}`, expect.anything()] });
    expect(await listed()).toHaveLength(2);
    expect((await dlq('replay', 'lead', '--all')).code).toBe(0);
    expect(await listed()).toEqual([]);
    expect(await handled(current(), 3)).toBe(3);
    expect((await dlq('replay', 'lead', '--all')).code).toBe(0);
  });

  it('an unknown id exits with 1', async () => {
    await bury(current(), ['one']);
    const { code, lines } = await dlq('replay', 'lead', 'nothing');
    expect([code, lines.join()]).toEqual([1, 'lead has no dead letter "nothing"']);
  });
}
