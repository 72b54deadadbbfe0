import { sharedData } from '@earshot/testing/shared-data';
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLabelledSets } from '../src/quality/labelled-sets.ts';

const root = join(import.meta.dirname, '../../..');
const shared = sharedData('eval') ?? '';
/** This many equal words in a row are no coincidence. */
const length = 8;

function* shingles(text: string): Generator<string> {
  const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
  for (let at = 0; at + length <= words.length; at += 1) yield words.slice(at, at + length).join(' ');
}

/** Our text files that git knows, including those that are not committed yet. */
function ourFiles(): string[] {
  const args = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    '*.ts',
    '*.tsx',
    '*.json',
    '*.jsonl',
    '*.md',
  ];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('package-lock.json') && existsSync(join(root, file)));
}

(shared === '' ? describe.skip : describe)('the posts of ../shared/eval', () => {
  it('appear in none of our files, not even eight consecutive words', async () => {
    const theirs = new Set<string>();
    for (const { posts } of await readLabelledSets(shared)) {
      for (const { title, selftext } of posts) for (const words of shingles(`${title}\n${selftext}`)) theirs.add(words);
    }
    expect(theirs.size).toBeGreaterThan(50_000);
    const files = ourFiles();
    expect(files).toContain('apps/lab/eval/salon.posts.jsonl');
    const found: string[] = [];
    for (const file of files) {
      for (const words of shingles(await readFile(join(root, file), 'utf8'))) {
        if (theirs.has(words)) found.push(`${file}: ${words}`);
      }
    }
    expect(found).toEqual([]);
  });
});
