import { random } from '@earshot/core/testing';
import { describe, expect, it } from '@jest/globals';
import { evaluate } from '../../../packages/scoring/src/learning/held-back.ts';
import type { UserActions, Label, LabelKind } from '../../../packages/scoring/src/learning/label.ts';
import { keylessScorer, labelFrom, learnedBy, learningOf } from '@earshot/scoring';
import { learn } from '../../../packages/scoring/src/learning/learn.ts';
import { learnedParts, personalScorer } from '../../../packages/scoring/src/learning/personal-scorer.ts';
import type { Scorer } from '@earshot/scoring';
import { PART_CATEGORIES, relevanceOf, scoreOf } from '../../../packages/scoring/src/scorer.ts';
import { phraseOf } from '../../../packages/scoring/src/learning/wording.ts';
import { drawPost, labelsOf } from './simulated-users.ts';

const business =
  'Ledgerly is an invoicing and bookkeeping tool for freelancers and small businesses: it sends invoices, chases late payments and keeps the books ready for the accountant.';
const at = (minute: number) => new Date(1_760_000_000_000 + minute * 60_000);
const label = (n: number, kind: LabelKind, category: string, points = 2): Label => ({
  postId: `p${n}`,
  kind,
  at: at(n),
  parts: [
    { name: 'fit', category: 'core', points: 4 },
    { name: 'need', category, points },
  ],
});
const many = (from: number, count: number, kind: LabelKind, category: string, points?: number) =>
  Array.from({ length: count }, (_, n) => label(from + n, kind, category, points));
const clear = [...many(0, 8, 'up', 'question', 2), ...many(20, 8, 'down', 'provider', 3)];
const pointsOf = (labels: readonly Label[]) =>
  Object.fromEntries(learn(labels).map(({ part, category, points }) => [`${part} ${category}`, points]));

describe('what labels teach', () => {
  it('raises what is wanted and lowers what is not, and reports the number of posts', () => {
    expect(learn(clear)).toEqual([
      expect.objectContaining({ part: 'need', category: 'provider', points: -0.8, wanted: 0, unwanted: 8 }),
      {
        part: 'need',
        category: 'question',
        points: 0.8,
        wanted: 8,
        unwanted: 0,
        reason: 'You wanted 8 of 8 posts that only ask a question, and 8 of all 16.',
      },
    ]);
  });

  it('is empty below eight labels, if all labels are equal, or for a category seen only twice', () => {
    expect(learn(clear.slice(0, 4).concat(clear.slice(8, 11)))).toEqual([]);
    expect(learn(many(0, 30, 'up', 'question'))).toEqual([]);
    expect(pointsOf([...clear, ...many(40, 2, 'up', 'help')])).not.toHaveProperty('need help');
    expect(pointsOf([...clear, ...many(40, 3, 'up', 'help')])).toHaveProperty('need help');
  });

  it('takes a skip for less than a thumb down', () => {
    const others = [...many(0, 6, 'up', 'help'), ...many(10, 6, 'down', 'help'), ...many(20, 2, 'up', 'question')];
    const skipped = pointsOf([...others, ...many(30, 4, 'skipped', 'question')])['need question'] ?? 0;
    const down = pointsOf([...others, ...many(30, 4, 'down', 'question')])['need question'] ?? 0;
    expect(down).toBeLessThan(skipped);
  });

  it('learns from no part that learning added, nor from words that it does not know', () => {
    const odd = clear.map((one) => ({
      ...one,
      parts: [
        ...one.parts,
        { name: 'learned', category: 'raised', points: 1 },
        { name: 'need', category: '$ne', points: 1 },
      ],
    }));
    expect(learn(odd)).toEqual(learn(clear));
  });

  it('is the same for any order of labels, and returns to its earlier state when labels are withdrawn', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const draw = random(seed);
      const posts = Array.from({ length: 120 }, (_, n) => drawPost(draw, `${seed}-${n}`));
      const labels = labelsOf(posts, () => draw(), draw, 40);
      const before = learningOf(labels.slice(0, 20), true);
      const shuffled = labels.toSorted(() => draw() - 0.5);
      expect(learningOf(shuffled, true)).toEqual(learningOf(labels, true));
      const taken = new Set(labels.slice(20));
      expect(
        learningOf(
          shuffled.filter((one) => !taken.has(one)),
          true,
        ),
      ).toEqual(before);
    }
  });

  it('stays within 0.8 points a category and 1.5 a post, for any labels', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const draw = random(seed);
      const posts = Array.from({ length: 200 }, (_, n) => drawPost(draw, `${n}`));
      const adjustments = learn(labelsOf(posts, ({ parts }) => (parts[1]?.category === 'help' ? 1 : 0), draw, 90));
      for (const { points } of adjustments) expect([Math.abs(points) <= 0.8, points === 0]).toEqual([true, false]);
      for (const { parts } of posts) {
        const learned = learnedParts(parts, adjustments);
        expect(Math.abs(learned.reduce((sum, { points }) => sum + Math.round(points * 10), 0))).toBeLessThanOrEqual(15);
        for (const { points, category } of learned) expect(category).toBe(points > 0 ? 'raised' : 'lowered');
      }
    }
  });

  it('has words for every category that a scorer gives', () => {
    const all = Object.entries(PART_CATEGORIES).flatMap(([part, of]) => of.map((category) => ({ part, category })));
    const mute = all.filter(({ part, category }) => phraseOf(part, category) === undefined);
    expect(mute.map(({ part }) => part)).toEqual(['learned', 'learned']);
  });
});

describe('labels held back', () => {
  it('show a clear taste, and no gain of labels that say nothing', () => {
    expect(evaluate(clear)).toEqual({ labels: 16, before: 0, after: 1, isBetter: true });
    const draw = random(7);
    const blind = clear.map((one) => ({ ...one, kind: draw() < 0.5 ? ('up' as const) : ('down' as const) }));
    expect(evaluate(blind)?.isBetter).toBe(false);
    expect(evaluate(clear.slice(0, 9))).toBeNull();
  });

  it('keep back what the newest ones contradict', () => {
    const turned = [...clear, ...many(40, 4, 'down', 'question', 2), ...many(60, 4, 'up', 'provider', 3)];
    expect(learningOf(turned, true)).toMatchObject({ isApplied: false, heldBack: { isBetter: false } });
  });
});

describe('the note for the user', () => {
  it.each<[readonly Label[], boolean, boolean, RegExp]>([
    [clear, true, true, /^Applied: on posts that it had not seen/],
    [clear, false, false, /you turned it off/],
    [[], true, false, /at least 8 posts/],
    [many(0, 9, 'up', 'help'), true, false, /wanted all/],
    [many(0, 9, 'skipped', 'help'), true, false, /wanted none/],
    [[...many(0, 9, 'up', 'help'), ...many(20, 9, 'down', 'help')], true, false, /are alike/],
    [[...many(0, 9, 'up', 'help', 3), ...many(20, 9, 'down', 'question', 1)], true, false, /not have ranked/],
  ])('%#', (labels, isOn, isApplied, note) => {
    expect(learningOf(labels, isOn)).toMatchObject({ isOn, isApplied, note: expect.stringMatching(note) });
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
  const learned = learnedBy(learningOf(clear, true));
  const post = {
    id: 'a',
    subreddit: 'freelance',
    title: 'Which invoicing tool do you use?',
    selftext: 'I send invoices.',
  };

  it('adds parts, so that the score is still their sum, and marks this in its version', async () => {
    const base = keylessScorer();
    const asked = { ...post, title: 'Looking for invoicing software, any recommendations?' };
    const [own] = await personalScorer(base, learned).score({ description: business, subreddits: [] }, [asked]);
    const [plain] = await base.score({ description: business, subreddits: [] }, [asked]);
    expect(own?.parts.slice(0, plain?.parts.length)).toEqual(plain?.parts);
    expect(own?.parts.at(-1)).toMatchObject({ name: 'learned', category: 'lowered', points: -0.8, quote: null });
    expect(own?.score).toBe(scoreOf(own?.parts ?? []));
    expect(own?.relevance).toBe(relevanceOf(own?.score ?? null));
    expect(own?.scorerVersion).toBe(`${plain?.scorerVersion}+you-${learned?.version}`);
    expect(learned?.version).toMatch(/^[0-9a-f]{8}$/);
  });

  it('is the scorer itself where nothing is applied, and guesses nothing of a post without a score', async () => {
    const base = keylessScorer();
    expect(personalScorer(base, null)).toBe(base);
    expect(learnedBy(learningOf(clear, false))).toBeNull();
    const mute: Scorer = {
      version: 'mute',
      score: async (_, posts) =>
        posts.map(({ id }) => ({
          id,
          score: null,
          relevance: 'low',
          matchReason: '',
          parts: [],
          scorerVersion: 'mute',
          unscoredReason: 'no-answer',
        })),
    };
    const [verdict] = await personalScorer(mute, learned).score({ description: business, subreddits: [] }, [post]);
    expect(verdict).toMatchObject({ score: null, parts: [], unscoredReason: 'no-answer' });
  });
});
