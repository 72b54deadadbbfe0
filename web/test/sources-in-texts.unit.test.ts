import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const src = new URL('../src', import.meta.url).pathname;
/** Contains sample posts, written like the server's answers. */
const samples = 'features/landing/samples.ts';
/** The prefixes of a source before a name: at the start of a text, or after a character that is not part of a word. */
const marks = /(?<![\w/.-])[ru]\/(?=[\w$`'"<{]|\s*$)/m;

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

it('no text is formatted by source: answers bring their labels', () => {
  expect(files.filter((name) => marks.test(readFileSync(join(src, name), 'utf8')))).toEqual([samples]);
});

it.each(['`r/${name}`', "'r/startups'", '<span>u/{name}</span>', 'r/\n'])('%j would be found', (text) => {
  expect(text).toMatch(marks);
});
