import { describe, expect, it } from '@jest/globals';
import { parseSampleFile, readSampleTexts } from '../src/store/sample-files.ts';

describe('the sample posts', () => {
  const files = readSampleTexts().map(parseSampleFile);
  const posts = files.flatMap((file) => file.posts);

  it('are enough, in enough communities, with a reserve to arrive later', () => {
    expect(files.length).toBeGreaterThanOrEqual(12);
    expect(posts.filter((post) => post.later === undefined).length).toBeGreaterThanOrEqual(200);
    for (const file of files) expect(file.posts.filter((post) => post.later === true).length).toBeGreaterThanOrEqual(2);
  });

  it('come in natural proportions: one in eight to twelve asks to buy, the rest is everything else', () => {
    const share = (kind: string): number => posts.filter((post) => post.kind === kind).length / posts.length;
    expect(share('buyer')).toBeGreaterThan(1 / 13);
    expect(share('buyer')).toBeLessThan(1 / 8);
    for (const kind of [
      'problem',
      'comparison',
      'seller',
      'hiring',
      'news',
      'story',
      'chatter',
      'question',
      'rant',
      'advice',
    ]) {
      expect(share(kind)).toBeGreaterThan(0.03);
    }
  });

  it('have different authors and topics', () => {
    expect(new Set(posts.map((post) => post.author)).size).toBe(posts.length);
    expect(new Set(posts.map((post) => post.title)).size).toBe(posts.length);
    const openings = posts.map((post) => post.selftext.split(/\s+/).slice(0, 4).join(' ').toLowerCase());
    expect(new Set(openings).size).toBeGreaterThan(posts.length * 0.97);
  });

  it('report the fault of an invalid file', () => {
    expect(() => parseSampleFile({ file: 'x.json', text: '{"name": "x y"}' })).toThrow(/samples\/x\.json: .*/);
  });
});
