import { random } from '@earshot/core/testing';
import { describe, expect, it } from '@jest/globals';
import {
  keylessScorer,
  type Label,
  labelFrom,
  learnedBy,
  learningOf,
  personalScorer,
  type Scorer,
  type Vector,
  type Vectors,
} from '@earshot/scoring';
import type { LabelKind, UserActions } from '../src/learning/label.ts';
import { learn } from '../src/learning/learn.ts';
import { relevanceOf, scoreOf } from '../src/scorer.ts';
import { noVectors } from '../src/testing/index.ts';

const at = (minute: number) => new Date(1_760_000_000_000 + minute * 60_000);

/** A post about one of two themes, each with words of its own. */
function about(theme: 'cats' | 'dogs', draw: () => number): Vector {
  return Int8Array.from({ length: 384 }, (_, n) => {
    const isOfTheme = n % 2 === (theme === 'cats' ? 0 : 1);
    return Math.round((isOfTheme ? 60 : 25) + 40 * (draw() - 0.5));
  });
}

function labels(count: number, kindOf: (n: number) => LabelKind): Label[] {
  const draw = random(5);
  return Array.from({ length: count }, (_, n) => ({
    postId: `p${n}`,
    kind: kindOf(n),
    at: at(n),
    vector: about(n % 2 === 0 ? 'cats' : 'dogs', draw),
  }));
}
const catLover = (n: number): LabelKind => (n % 2 === 0 ? 'up' : 'down');
const post = {
  id: 'a',
  community: 'freelance',
  title: 'Looking for invoicing software, any recommendations?',
  selftext: 'I send invoices and chase late payments.',
};
const business = {
  description:
    'Ledgerly is an invoicing and bookkeeping tool for freelancers and small businesses: it sends invoices, chases late payments and keeps the books ready for the accountant.',
  communities: [],
};
const vectorsOf = (vector: Vector): Vectors => ({
  ...noVectors,
  ofPosts: async (texts) => texts.map(() => vector),
});

async function pointsFor(vector: Vector, learned: ReturnType<typeof learn>): Promise<number> {
  const [verdict] = await personalScorer(keylessScorer(), learned, vectorsOf(vector)).score(business, [post]);
  return verdict?.parts.find(({ name }) => name === 'learned')?.points ?? 0;
}

describe('what ratings teach', () => {
  it('raises posts that mean what the wanted ones mean, and lowers the others, by at most 1.5', async () => {
    const learned = learn(labels(20, catLover));
    const draw = random(9);
    for (let n = 0; n < 20; n += 1) {
      const [cats, dogs] = [
        await pointsFor(about('cats', draw), learned),
        await pointsFor(about('dogs', draw), learned),
      ];
      expect(cats).toBeGreaterThan(0.5);
      expect(cats).toBeLessThanOrEqual(1.5);
      expect(dogs).toBeLessThan(-0.5);
      expect(dogs).toBeGreaterThanOrEqual(-1.5);
    }
  });

  it('hardly moves a score where the ratings have no direction', async () => {
    const draw = random(3);
    const learned = learn(labels(40, () => (draw() < 0.5 ? 'up' : 'down')));
    expect(Math.abs(await pointsFor(about('cats', draw), learned))).toBeLessThan(0.5);
  });

  it('moves scores less after few ratings than after many, and by a skip less than by a thumb down', async () => {
    const cats = about('cats', random(9));
    const strength = (kindOf: (n: number) => LabelKind, count: number) => learn(labels(count, kindOf))?.strength ?? 0;
    expect(strength(catLover, 8)).toBeLessThan(strength(catLover, 40));
    expect(strength((n) => (n % 2 === 0 ? 'up' : 'skipped'), 8)).not.toBe(strength(catLover, 8));
    expect(await pointsFor(cats, learn(labels(8, catLover)))).toBeGreaterThan(0);
  });

  it('is nothing below eight ratings, if all agree, and of posts whose text is gone', () => {
    expect(learn(labels(7, catLover))).toBeNull();
    expect(learn(labels(8, catLover))).not.toBeNull();
    expect(learn(labels(30, () => 'up'))).toBeNull();
    expect(learn(labels(20, catLover).map((label) => ({ ...label, vector: null })))).toBeNull();
  });

  it('changes with every fourth rating, and returns to its earlier state when ratings are withdrawn', () => {
    const all = labels(16, catLover);
    expect(learn(all.slice(0, 14))).toEqual(learn(all.slice(0, 12)));
    expect(learn(all)?.version).not.toBe(learn(all.slice(0, 12))?.version);
    expect(learn(all.toReversed())).toEqual(learn(all));
  });
});

describe('the note for the user', () => {
  it.each<[readonly Label[], boolean, boolean, RegExp]>([
    [labels(20, catLover), true, true, /^Applied: a post gets up to 1\.5 points more/],
    [labels(20, catLover), false, false, /you turned it off/],
    [[], true, false, /at least 8 posts/],
    [labels(9, () => 'up'), true, false, /wanted all/],
    [labels(9, () => 'skipped'), true, false, /wanted none/],
    [labels(9, catLover).map((label) => ({ ...label, vector: null })), true, false, /no longer has the texts/],
  ])('%#', (given, isOn, isApplied, note) => {
    expect(learningOf(given, isOn)).toMatchObject({ isOn, isApplied, note: expect.stringMatching(note) });
  });
});

describe('the label of a post', () => {
  const actions: UserActions = { status: null, thumb: null, rescuedAt: null };
  it.each<[Partial<UserActions>, LabelKind | undefined]>([
    [{}, undefined],
    [{ status: { is: 'new', at: at(1) } }, undefined],
    [{ status: { is: 'skipped', at: at(1) } }, 'skipped'],
    [{ status: { is: 'skipped', at: at(3) }, rescuedAt: at(1) }, 'rescued'],
    [{ status: { is: 'contacted', at: at(3) }, rescuedAt: at(2), thumb: { is: 'down', at: at(1) } }, 'down'],
    [{ status: { is: 'responded', at: at(1) }, thumb: { is: null, at: at(2) } }, 'responded'],
  ])('%j is %s', (changes, kind) => {
    expect(labelFrom({ ...actions, ...changes })?.kind).toBe(kind);
  });
});

describe('a scorer that knows its user', () => {
  const learned = learnedBy(labels(20, catLover), true);
  const base = keylessScorer();

  it('adds a part, so that the score is still their sum, and marks this in its version', async () => {
    const cats = vectorsOf(about('cats', random(9)));
    const [own] = await personalScorer(base, learned, cats).score(business, [post]);
    const [plain] = await base.score(business, [post]);
    expect(own?.parts.slice(0, plain?.parts.length)).toEqual(plain?.parts);
    expect(own?.parts.at(-1)).toMatchObject({ name: 'learned', category: 'raised', quote: null });
    expect(own?.score).toBe(scoreOf(own?.parts ?? []));
    expect(own?.relevance).toBe(relevanceOf(own?.score ?? null));
    expect(own?.scorerVersion).toBe(`${plain?.scorerVersion}+you-${learned?.version}`);
    expect(learned?.version).toMatch(/^[0-9a-f]{8}$/);
  });

  it('adds nothing without an encoder, to unlikely posts, and to posts without a score', async () => {
    const [away] = await personalScorer(base, learned, noVectors).score(business, [post]);
    const cats = vectorsOf(about('cats', random(9)));
    const [unlikely] = await personalScorer(base, learned, cats).score(business, [
      { ...post, title: 'My holiday', selftext: 'It rained all week.' },
    ]);
    const silent: Scorer = {
      version: 'silent',
      score: async (_, posts) =>
        posts.map(({ id }) => ({
          id,
          score: null,
          relevance: 'low',
          matchReason: '',
          parts: [],
          scorerVersion: 'silent',
          unscoredReason: 'no-answer',
        })),
    };
    const [unscored] = await personalScorer(silent, learned, cats).score(business, [post]);
    for (const verdict of [away, unlikely, unscored])
      expect(verdict?.parts.map(({ name }) => name)).not.toContain('learned');
    expect(unscored).toMatchObject({ score: null, unscoredReason: 'no-answer' });
  });

  it('is the scorer itself where nothing is applied', () => {
    expect(personalScorer(base, null, noVectors)).toBe(base);
    expect(learnedBy(labels(20, catLover), false)).toBeNull();
  });
});
