import { expect, it } from '@jest/globals';
import { callTree, type CpuProfile, ownTimes } from '../src/flame/call-tree.ts';
import { flameSvg } from '../src/flame/svg.ts';

const project = 'file:///home/somebody/earshot';

function node(id: number, functionName: string, url: string, children: number[] = []) {
  return { id, callFrame: { functionName, url, lineNumber: 9 }, children };
}

/** A server that parses with a dependency, is idle, and collects garbage. */
const profile: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 6, 7, 8]),
    node(2, 'emit', 'node:events', [3, 9]),
    node(3, 'answer', `${project}/services/lead/src/http/answer.ts`, [4, 5]),
    node(4, 'parse', `${project}/node_modules/zod/v4/parse.js`),
    node(5, '', 'file:///somewhere/else/<b>.ts'),
    node(6, '(idle)', ''),
    node(7, '(garbage collector)', ''),
    node(8, 'start', `${project}/bench/src/flame/profiler.ts`, [10]),
    node(9, 'answer', `${project}/services/lead/src/http/answer.ts`),
    node(10, 'post', 'node:inspector'),
  ],
  samples: [4, 6, 5, 7, 3, 9, 10],
  timeDeltas: [400, 9_000, 100, 300, 150, 50, 5_000],
};

it('a call tree sums the samples of equal calls, without idle time and the profiler', () => {
  const root = callTree(profile, project);
  expect(root.us).toBe(1_000);
  const emit = root.calls.get('emit node:events');
  expect(emit).toMatchObject({ us: 700, origin: 'node' });
  const answer = emit?.calls.get('answer services/lead/src/http/answer.ts:10');
  expect(answer).toMatchObject({ us: 700, origin: 'earshot' });
  expect(answer?.calls.get('parse zod/v4/parse.js')).toMatchObject({ us: 400, origin: 'dependency' });
  expect(root.calls.get('(garbage collector) ')).toMatchObject({ us: 300, origin: 'engine' });
  expect(root.calls.size).toBe(2);
});

it('own times are shares of the whole, the largest first', () => {
  const { origins, top } = ownTimes(callTree(profile, project));
  expect(Object.fromEntries(origins)).toEqual({
    node: 0,
    earshot: expect.closeTo(0.3, 9),
    dependency: expect.closeTo(0.4, 9),
    engine: expect.closeTo(0.3, 9),
  });
  expect(top.map(({ name }) => name).slice(0, 3)).toEqual([
    'parse zod/v4/parse.js',
    '(garbage collector)',
    'answer services/lead/src/http/answer.ts:10',
  ]);
});

it('a flame graph has a titled rectangle for each call and no path of the machine', () => {
  const svg = flameSvg('Answers & more', callTree(profile, project));
  expect(svg).toContain('<title>Answers &#38; more</title>');
  expect(svg).toContain('<title>parse zod/v4/parse.js 40.0 %</title>');
  expect(svg).toContain('<title>(anonymous) &#60;b&#62;.ts:10 10.0 %</title>');
  expect(svg.match(/<g>/g)).toHaveLength(6);
  expect(svg).not.toContain('somebody');
  expect(svg).not.toContain('somewhere');
  expect(flameSvg('Answers & more', callTree(profile, project))).toBe(svg);
});

it('a callee is above its caller and within its width', () => {
  const svg = flameSvg('Answers', callTree(profile, project));
  const box = (name: string) => {
    const [, x, y, width] =
      new RegExp(`<title>${name}[^<]*</title><rect[^>]* x="(.+?)" y="(.+?)" width="(.+?)"`).exec(svg) ?? [];
    return { x: Number(x), y: Number(y), width: Number(width) };
  };
  const [caller, callee] = [box('answer'), box('parse')];
  expect(callee.y).toBeLessThan(caller.y);
  expect(callee.x).toBeGreaterThanOrEqual(caller.x);
  expect(callee.x + callee.width).toBeLessThanOrEqual(caller.x + caller.width + 1);
});

it('a graph of many calls leaves out the small ones until the file is small enough', () => {
  const names = Array.from({ length: 200 }, (_, n) => `aFunctionWithAVeryLongName${'x'.repeat(900)}${n}`);
  const many: CpuProfile = {
    nodes: [
      node(
        1,
        '(root)',
        '',
        names.map((_, n) => n + 2),
      ),
      ...names.map((name, n) => node(n + 2, name, 'node:events')),
    ],
    samples: names.map((_, n) => n + 2),
    timeDeltas: names.map((_, n) => 1_000 + n * 100),
  };
  const svg = flameSvg('Many', callTree(many, project));
  expect(Buffer.byteLength(svg)).toBeLessThan(150_000);
  expect(svg).toContain(`${names.at(-1) ?? ''} `);
});
