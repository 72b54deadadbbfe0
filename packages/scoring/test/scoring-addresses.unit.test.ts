import { aboutModels, injections } from '@earshot/testing/corpora';
import { sharedData } from '@earshot/testing/shared-data';
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { addressesModel } from '../src/addresses-model.ts';
import { hostile } from '../src/testing/posts.ts';

describe('addressesModel', () => {
  it.each(injections.map(({ post }) => [post.title, post] as const))(
    'detects that "%s" addresses the model',
    (_, post) => {
      const found = addressesModel(post);
      expect(found).not.toBeNull();
      const { quote } = found ?? { quote: '?' };
      expect(post.title.includes(quote) || post.selftext.includes(quote)).toBe(true);
    },
  );

  it.each(aboutModels)('takes "%s" for what it is', (title, selftext) => {
    expect(addressesModel({ title, selftext })).toBeNull();
  });

  it('reads empty, strange and very long texts', () => {
    for (const post of hostile) expect(addressesModel(post)).toBeNull();
  });
});

const real = sharedData('data/posts-2013-pddl/posts.jsonl.gz') ?? '';
const some = z.object({ title: z.string(), selftext: z.string() });

/** Over all posts, counted by hand, the rate is 3 of 16,189. Each of the three may be sent alone. */
describe('real posts of 2013, before there was any model to speak to', () => {
  (real === '' ? it.skip : it)('hardly ever seem to speak to one', () => {
    const lines = gunzipSync(readFileSync(real)).toString('utf8').trim().split('\n');
    const posts = lines.filter((_, index) => index % 20 === 0).map((line) => some.parse(JSON.parse(line)));
    expect(posts.length).toBeGreaterThan(800);
    expect(posts.filter((post) => addressesModel(post) !== null).length).toBeLessThan(posts.length * 0.005);
  });
});
