import { describe, expect, it } from '@jest/globals';
import { areValid, dayLabels, lastDays } from '../src/features/analytics/figures/trend-range.ts';
import { recommendations } from '../src/features/analytics/figures/recommendations.ts';
import { rankCommunities, ratingOf } from '../src/features/analytics/figures/community-ranking.ts';
import { describeAdvice } from '../src/features/analytics/texts.ts';
import { duration, healthOf, uptime } from '../src/features/analytics/figures/system-health.ts';

const communityOf = (name: string, averageScore: number, found = 1) => ({
  source: 'reddit',
  sourceLabel: 'Reddit',
  name,
  communityLabel: `r/${name}`,
  averageScore,
  found,
  contacted: 0,
  replied: 0,
});

describe('the days of the trend', () => {
  it('end today, on the calendar of the reader', () => {
    const now = Date.parse('2026-01-11T12:00:00Z');
    expect(lastDays('7d', now, 'UTC')).toEqual({ from: '2026-01-05', to: '2026-01-11' });
    // In Kiritimati it is already the 12th.
    expect(lastDays('30d', now, 'Pacific/Kiritimati')).toEqual({ from: '2025-12-14', to: '2026-01-12' });
    expect(lastDays('90d', now, 'UTC').from).toBe('2025-10-14');
  });

  it('of an own range are in order, and at most a year', () => {
    expect(areValid({ from: '2026-01-01', to: '2026-01-01' })).toBe(true);
    expect(areValid({ from: '2026-01-02', to: '2026-01-01' })).toBe(false);
    expect(areValid({ from: '2025-01-01', to: '2026-01-01' })).toBe(true);
    expect(areValid({ from: '2025-01-01', to: '2026-01-02' })).toBe(false);
    expect(areValid({ from: '', to: '2026-01-01' })).toBe(false);
  });

  it('are named by weekday and number in a week, and by the date in longer trends', () => {
    expect(dayLabels('2026-03-01', 7)).toEqual({ label: 'Sun 1', short: 'Sun' });
    expect(dayLabels('2026-03-01', 30)).toEqual({ label: 'Mar 1', short: 'Mar 1' });
  });
});

describe('the performance of communities', () => {
  it('rates by the average', () => {
    expect([10, 8.5, 8.4, 7.5, 7.4, 0].map(ratingOf)).toEqual([
      'Excellent',
      'Excellent',
      'Good',
      'Good',
      'Fair',
      'Fair',
    ]);
  });

  it('shows the ten best, of equal ones that with more leads first', () => {
    const many = Array.from({ length: 12 }, (_, n) => communityOf(`place_${n}`, n / 2, 1));
    const ranking = rankCommunities([...many, communityOf('SaaS', 8.6, 1), communityOf('busy', 8.6, 5)]);
    expect(ranking).toHaveLength(10);
    expect(ranking.map(({ name }) => name).slice(0, 3)).toEqual(['busy', 'SaaS', 'place_11']);
    expect(ranking[1]).toMatchObject({ communityLabel: 'r/SaaS', averageScore: 8.6, rating: 'Excellent' });
  });
});

describe('recommendations', () => {
  const top = (average: number) => [{ ...communityOf('SaaS', average, 3), rating: ratingOf(average) }];
  const kinds = (...given: Parameters<typeof recommendations>) => recommendations(...given).map(({ kind }) => kind);

  it('warn of quality below 8, few communities and few responses', () => {
    expect(kinds(top(7.9), { activeSubreddits: 2, responseRate: 19.9 })).toEqual(['quality', 'expand', 'messages']);
    expect(kinds(top(8), { activeSubreddits: 3, responseRate: 20 })).toEqual([]);
  });

  it('say what the user can do, and find no fault', () => {
    const advice = recommendations(top(7.9), { activeSubreddits: 1, responseRate: 12.5 }).map(describeAdvice);
    expect(advice.map(({ title, detail }) => `${title}: ${detail}`)).toEqual([
      'Find leads that fit better: Name the problems that you solve, or add communities where people ask about them. The average score is now 7.9 in r/SaaS, your best community.',
      'Monitor more communities: Add 2 more to reach 3. Each community brings other potential customers.',
      'Get more responses: Try another tone, or a draft that starts with another fact about you. So far 12.5% of the leads that you contacted have responded.',
    ]);
    expect(advice.map(({ isWarning = false }) => isWarning)).toEqual([true, false, false]);
  });

  it('do not take a rate of nothing for a bad one', () => {
    expect(kinds(top(9), { activeSubreddits: 3, responseRate: 0 })).toEqual([]);
  });

  it('begin with the beginning, and say nothing of figures that are not known', () => {
    expect(kinds([], { activeSubreddits: 0, responseRate: 0 })).toEqual(['start', 'expand']);
    expect(kinds([], undefined)).toEqual(['start']);
  });
});

describe('the system', () => {
  it('is judged by its memory', () => {
    expect([0, 59.9, 60, 79.9, 80, 100].map(healthOf)).toEqual([
      'Optimal',
      'Optimal',
      'Moderate Load',
      'Moderate Load',
      'High Load',
      'High Load',
    ]);
  });

  it('formats times in their two largest units', () => {
    expect([0.4, 42, 60, 3_725, 86_400, 273_600].map(uptime)).toEqual([
      '0 s',
      '42 s',
      '1 min',
      '1 h 2 min',
      '1 d',
      '3 d 4 h',
    ]);
    expect([12.4, 1_250, 125_000].map(duration)).toEqual(['12 ms', '1.3 s', '2 min 5 s']);
  });
});
