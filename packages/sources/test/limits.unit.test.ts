import { embeddedKeyValue } from '@earshot/service-kit';
import { describe, expect, it } from '@jest/globals';
import { takeFromWindows } from '../src/budget-windows.ts';
import { limitHeaders, retryAfterSeconds } from '../src/limit-headers.ts';
import { sourceDefinitions } from '../src/sources.ts';

const start = new Date('2026-11-21T12:00:00Z').getTime();

describe('headers about limits', () => {
  it.each([
    ['3', 3],
    ['42.0', 42],
    ['3, 2', 2],
    ['7, soon', 7],
    ['soon', null],
    ['-1', null],
    ['', null],
  ])('%j counts as %j', (value, expected) => {
    const read = limitHeaders({ warn: () => undefined });
    expect(read(new Headers({ left: value }), 'left')).toBe(expected);
  });

  it('are logged once each if they are doubled or unreadable', () => {
    const logged: unknown[] = [];
    const read = limitHeaders({ warn: (facts: unknown) => void logged.push(facts) });
    const headers = new Headers({ left: '3, 2', reset: 'soon', used: '5' });
    for (const name of ['left', 'reset', 'used', 'left', 'reset', 'used', 'absent']) read(headers, name);
    expect(logged).toEqual([
      { header: 'left', value: '3, 2' },
      { header: 'reset', value: 'soon' },
    ]);
  });

  it.each([
    ['90', 90],
    ['1.5', 1.5],
    ['3, 2', 2],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['later', null],
  ])('Retry-After %j is %j seconds', (value, expected) => {
    expect(retryAfterSeconds(new Headers({ 'retry-after': value }), new Date(start))).toBe(expected);
  });
});

describe('the windows of a budget', () => {
  it('all apply, and no period of their length has more requests than they allow', async () => {
    let nowMs = start;
    const kv = embeddedKeyValue({ clock: { now: () => new Date(nowMs) } });
    const budget = {
      key: 'a-forum',
      windows: [
        { requests: 5, perSeconds: 10 },
        { requests: 12, perSeconds: 60 },
      ],
    };
    const taken: number[] = [];
    for (let second = 0; second < 180; second += 1) {
      const turns = await Promise.all(Array.from({ length: 4 }, () => takeFromWindows(kv, budget)));
      taken.push(...turns.flatMap((isMine) => (isMine ? [second] : [])));
      nowMs += 1_000;
    }
    await kv.stop();
    const most = (seconds: number) =>
      Math.max(...taken.map((from) => taken.filter((at) => at >= from && at < from + seconds).length));
    expect(most(10)).toBe(5);
    expect(most(60)).toBe(12);
    expect(taken.length).toBeGreaterThanOrEqual(30);
  });

  it('are declared by every source', () => {
    for (const { budgetOf, community } of sourceDefinitions) {
      const { key, windows } = budgetOf(community.suggestions[0] ?? 'anything');
      expect(key).not.toBe('');
      expect(windows.length).toBeGreaterThan(0);
      for (const { requests, perSeconds } of windows) expect(Math.min(requests, perSeconds)).toBeGreaterThan(0);
    }
  });
});
