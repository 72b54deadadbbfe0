import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { readChapters, readStandard, type Requirement } from '../src/asvs/chapters.ts';
import { shareMet } from '../src/asvs/page.ts';

/** A file of the project; empty for a missing one. */
const textOf = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8').catch(() => '');

const all = (await readChapters()).flatMap(({ requirements }) => requirements);
const met = all.flatMap((requirement) => (requirement.status === 'met' ? [requirement] : []));

/** Whether a source file defines a test with this title, as `it('title',` or `it.each(...)('title',`. */
function definesTest(source: string, title: string): boolean {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(String.raw`(?:\bit|\))\(\s*(['"\`])${literal}\1,`).test(source);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): readonly string[] {
  const prose = page.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

async function isTest(id: string): Promise<boolean> {
  const [path = '', ...title] = id.split(' > ');
  return path.includes('.test.ts') && definesTest(await textOf(path), title.join(' > '));
}

async function isSection(id: string): Promise<boolean> {
  const [path = '', anchor = ''] = id.split('#');
  return anchorsOf(await textOf(path)).includes(anchor);
}

/** The names that `exists` does not find. */
async function missing(names: readonly string[], exists: (name: string) => Promise<boolean>) {
  const found = await Promise.all(names.map(async (name) => ((await exists(name)) ? [] : [name])));
  return found.flat();
}

it('the table lists the 253 requirements of levels 1 and 2, each once, in order', async () => {
  const { levels } = await readStandard();
  const expected = Object.entries(levels);
  expect(expected).toHaveLength(253);
  expect(all.map(({ id, level }) => [id, level])).toEqual(expected);
});

it('every named test exists', async () => {
  const tests = met.flatMap((requirement) => requirement.tests);
  expect(tests.length).toBeGreaterThan(0);
  expect(await missing(tests, isTest)).toEqual([]);
});

it('every named section exists', async () => {
  const sections = met.flatMap((requirement) => requirement.sections);
  expect(sections.length).toBeGreaterThan(0);
  expect(await missing(sections, isSection)).toEqual([]);
});

it('a met requirement names a test; a section is enough only for one that asks for a document', async () => {
  const { documents } = await readStandard();
  const isProved = ({ id, tests, sections }: (typeof met)[number]) =>
    tests.length > 0 || (sections.length > 0 && documents.includes(id));
  expect(met.filter((requirement) => !isProved(requirement)).map(({ id }) => id)).toEqual([]);
});

it('at least 95 % of the applicable requirements are met', () => {
  expect(shareMet(all)).toBeGreaterThanOrEqual(0.95);
});

it('the share counts applicable requirements only', () => {
  const facts = { id: 'V1.1.1', level: 1, title: 'Title' } as const;
  const state = (status: 'not-met' | 'not-applicable'): Requirement => ({ ...facts, status, reason: 'Reason' });
  const isMet: Requirement = { ...facts, status: 'met', tests: ['a > b'], sections: [] };
  expect(shareMet([isMet, state('not-met'), state('not-applicable')])).toBe(0.5);
});

it('tests are found by their title as written, and titles of other things are not', () => {
  const source = `describe('group', () => {\n  it('one', run);\n  it.each([1])(\n    'each %s',\n    run,\n  );\n  it.skip('off', run);\n});`;
  const titles = ['one', 'each %s', 'group', 'off', 'on', 'each'];
  expect(titles.map((title) => definesTest(source, title))).toEqual([true, true, false, false, false, false]);
});

it('anchors are those of GitHub; comments in code are no headings', () => {
  expect(anchorsOf('# Time-outs & limits\n\n```sh\n# No heading\n```\n\n## `HOST` and Origin\n')).toEqual([
    'time-outs--limits',
    'host-and-origin',
  ]);
});
