import { describe, expect, it } from '@jest/globals';
import { judgeRules } from '../src/domain/judge-rules.ts';
import { ruleFixtures, draftTexts } from './rules-fixtures.ts';

const business = 'ParcelPilot: shipping software for small online shops.';

describe('judgeRules', () => {
  it('is tried on forty rules and more', () => {
    expect(ruleFixtures.length).toBeGreaterThanOrEqual(40);
    expect(new Set(ruleFixtures.map(({ verdict }) => verdict)).size).toBe(3);
  });

  it.each(ruleFixtures)('$type, $draft: $verdict, quoting $quotes', ({ rules, type, draft, verdict, quotes }) => {
    const check = judgeRules(rules, { message: draftTexts[draft], business }, type);
    expect([check.verdict, check.rule]).toEqual([verdict, quotes]);
    expect(check.reason.length).toBeGreaterThan(20);
    if (check.rule !== null) {
      const written = rules.map(({ shortName, description }) => `${shortName}\n${description}`).join('\n');
      expect(written).toContain(check.rule);
    }
  });

  it('reports that rules could not be read', () => {
    expect(judgeRules(null, { message: draftTexts.helping, business }, 'comment')).toEqual({
      verdict: 'borderline',
      rule: null,
      reason: 'The rules of this community could not be read just now; look at them before you send this',
    });
  });

  it('recognizes an unnamed business if its owner mentions it', () => {
    const rules = [{ shortName: 'No self-promotion', description: '', kind: 'all' as const }];
    const message = 'Weigh three parcels first. I should say that we are a shipping agency.';
    expect(judgeRules(rules, { message, business: 'Shipping agency for small shops' }, 'comment').verdict).toBe(
      'avoid',
    );
  });
});
