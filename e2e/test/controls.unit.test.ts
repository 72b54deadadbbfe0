import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { switchedOff } from '../src/controls/control.ts';
import { controls } from '../src/controls/table.ts';
import { verdictOf } from '../src/controls/verdict.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the table of the mutation check', () => {
  it('has 15 controls, each with a name of its own', () => {
    expect(controls.length).toBe(15);
    expect(new Set(controls.map(({ name }) => name)).size).toBe(controls.length);
  });

  it.each(controls.map((control) => [control.name, control] as const))('can switch off: %s', (_name, control) => {
    const source = readFileSync(root + control.file, 'utf8');
    expect(switchedOff(control, source)).not.toBe(source);
    expect(control.suites.length).toBeGreaterThan(0);
    expect(control.suites.filter((suite) => !existsSync(root + suite))).toEqual([]);
    expect(control.suites.filter((suite) => !/\.(unit|service|journey)\.test\.tsx?$/.test(suite))).toEqual([]);
  });
});

describe('a patch', () => {
  const control = { name: 'the gate', file: 'gate.ts', find: 'closed', replace: 'open', suites: [] };
  it('whose text is gone, or is there twice, names control and file', () => {
    expect(switchedOff(control, 'is closed')).toBe('is open');
    expect(() => switchedOff(control, 'is shut')).toThrow('"the gate": the text to replace occurs 0 times in gate.ts');
    expect(() => switchedOff(control, 'closed, closed')).toThrow('occurs 2 times in gate.ts');
  });
});

describe('a control is proved', () => {
  const result = { suite: 'a', passed: 2, failed: ['gate stays closed', 'other'], notLoaded: undefined };
  it('if each suite has a failed test', () => {
    const line = 'killed by "gate stays closed" and 1 more (a)';
    expect(verdictOf(['a'], [result])).toEqual({ isKilled: true, line });
    expect(verdictOf(['a', 'b'], [result, { ...result, suite: 'b', failed: [] }]).isKilled).toBe(false);
  });

  it.each([
    ['passes', [{ ...result, failed: [] }], 'every test of a passed'],
    ['cannot be loaded', [{ ...result, failed: [], notLoaded: 'SyntaxError' }], 'a could not be loaded: SyntaxError'],
    ['fails completely', [{ ...result, passed: 0 }], 'every test of a failed'],
    ['did not run', [], 'a did not run'],
    ['does not end', null, 'did not end in time'],
  ])('not by a suite that %s', (_what, results, reason) => {
    const { isKilled, line } = verdictOf(['a'], results);
    expect([isKilled, line.startsWith('SURVIVED: ')]).toEqual([false, true]);
    expect(line).toContain(reason);
  });
});
