import { describe, expect, it } from '@jest/globals';
import { leastCloseScore } from '@earshot/proto/values';
import { PART_CATEGORIES, type Post, relevanceOf, scoreOf, type Scorer, type Verdict } from '../src/scorer.ts';
import { business, buyer, hostile, seller, stranger } from '../src/testing/posts.ts';

/** Tests the contract of `Scorer` for any implementation. `make` creates a new scorer. */
export function describeScorer(name: string, make: () => Promise<Scorer>): void {
  describe(`${name} keeps the promises of a scorer`, () => {
    const all = [seller, buyer, ...hostile, stranger];
    const scored = async (posts: readonly Post[]): Promise<Verdict[]> => (await make()).score(business, posts);
    const verdictOf = async (one: Post): Promise<Verdict> => {
      const [verdict] = await scored([one]);
      if (!verdict) throw new Error('no verdict');
      return verdict;
    };

    it('gives one verdict a post, in input order, under its version', async () => {
      const scorer = await make();
      const verdicts = await scorer.score(business, all);
      expect(verdicts.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      for (const { scorerVersion } of verdicts) expect(scorerVersion.startsWith(scorer.version)).toBe(true);
    });

    it('gives nothing for nothing', async () => {
      expect(await scored([])).toEqual([]);
    });

    it('gives scores that anyone can recompute from the parts, with one decimal, and the relevance that follows', async () => {
      for (const verdict of await scored(all)) {
        expect(verdict.score).toBe(scoreOf(verdict.parts));
        expect(verdict.score).toBe(Number(verdict.score?.toFixed(1)));
        expect(verdict.relevance).toBe(relevanceOf(verdict.score));
      }
    });

    it('quotes verbatim and answers in the closed categories', async () => {
      const verdicts = await scored(all);
      expect(verdicts.flatMap(({ parts }) => parts.filter(({ quote }) => quote !== null)).length).toBeGreaterThan(5);
      verdicts.forEach(({ parts }, index) => {
        const { title = '', selftext = '' } = all[index] ?? {};
        for (const part of parts) {
          expect<readonly string[]>(PART_CATEGORIES[part.name]).toContain(part.category);
          if (part.quote !== null) expect(title.includes(part.quote) || selftext.includes(part.quote)).toBe(true);
          if (part.quote !== null) expect(part.quote.trim()).not.toBe('');
        }
      });
    });

    it('gives the same verdict again, alone and in company', async () => {
      const alone = await verdictOf(buyer);
      const [, inCompany] = await scored(all);
      expect(inCompany).toEqual(alone);
      expect(await verdictOf(buyer)).toEqual(alone);
    });

    it('puts the buyer high, the seller and the stranger low, and explains each in one line', async () => {
      const [high, selling, other] = [await verdictOf(buyer), await verdictOf(seller), await verdictOf(stranger)];
      expect(high.score).toBeGreaterThanOrEqual(7);
      expect(selling.score).toBeLessThan(5);
      expect(other.score).toBeLessThan(leastCloseScore);
      expect(selling.parts.find(({ name: part }) => part === 'disqualifier')?.category).toBe('selling');
      for (const { matchReason } of [high, selling, other]) expect(matchReason).toMatch(/^[A-Z].*[.”]$/);
      expect(high.matchReason).toContain('“');
    });

    it('stops when its signal aborts', async () => {
      const scorer = await make();
      const reason = new Error('cancelled');
      await expect(scorer.score(business, [buyer], AbortSignal.abort(reason))).rejects.toBe(reason);
    });
  });
}
