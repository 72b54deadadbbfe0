import { expect, it } from '@jest/globals';
import { clusterRows, withRows } from '../src/document-tables.ts';

const page = '# Page\n\n## One\n\n| A |\n| - |\n| `a` |\n\n## Two\n\n| B |\n| - |\n| `b` |\n| `c` |\n\nEnd\n';

it('the rows below a heading are replaced; other tables and texts stay', () => {
  const changed = withRows(page, 'Two', ['| `new` |']);
  expect(changed).toBe(page.replace('| `b` |\n| `c` |', '| `new` |'));
});

it('a page without the heading or its table is an error that names the heading', () => {
  expect(() => withRows(page, 'Three', [])).toThrow('lacks a table below "Three"');
  expect(() => withRows('# Page\n\n## One\n\nText\n', 'One', [])).toThrow('lacks a table below "One"');
});

it('every setting is described', () => {
  const settings = [...clusterRows()];
  expect(settings.length).toBeGreaterThan(0);
  for (const [name, { what }] of settings) expect([name, what]).toEqual([name, expect.stringMatching(/\w/)]);
});
