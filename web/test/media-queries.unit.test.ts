import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../src/', import.meta.url).pathname;
const queriesIn = (css: string) => (css.match(/@media[^{]*/g) ?? []).flatMap((rule) => rule.split(','));
const hasTwoBounds = (query: string) => /width.*width|<.*<|>.*>/s.test(query);

// The test every-screen relies on this: it runs axe at the least and the greatest width only.
it('no media query has both a least and a greatest width', () => {
  const queries = globSync('**/*.css', { cwd: root }).flatMap((file) =>
    queriesIn(readFileSync(join(root, file), 'utf8')).map((query) => `${file}: ${query}`),
  );
  expect(queries.length).toBeGreaterThan(20);
  expect(queries.filter(hasTwoBounds)).toEqual([]);
});

it.each([
  ['@media (min-width: 768px) and (max-width: 899px) {}', true],
  ['@media (768px <= width <= 899px) {}', true],
  ['@media (hover: none), (max-width: 600px) {}', false],
])('in %s: %j', (css, found) => {
  expect(queriesIn(css).some(hasTwoBounds)).toBe(found);
});
