import { expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const exclude = (path: string) => /(^|\/)(node_modules|dist|\.cache)$/.test(path);

it('every test file name has a level: one without a level never runs', () => {
  const files = globSync('*/**/*.test.{ts,tsx}', { cwd: root, exclude });
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => !/\.(unit|service|journey|container)\.test\.tsx?$/.test(file))).toEqual([]);
});
