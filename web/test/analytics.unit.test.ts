import { describe, expect, it } from '@jest/globals';
import { dayLabels, leadTrend } from '../src/features/analytics/figures/lead-trend.ts';
import { recommendations } from '../src/features/analytics/figures/recommendations.ts';
import { scoreBuckets } from '../src/features/analytics/figures/score-buckets.ts';
import { rankSubreddits, ratingOf } from '../src/features/analytics/figures/subreddit-ranking.ts';
import { duration, healthOf, uptime } from '../src/features/analytics/figures/system-health.ts';
import { trendMark } from '../src/features/analytics/texts.ts';
import { aLead } from './a-lead.ts';

const saas = { source: 'reddit', sourceLabel: 'Reddit', name: 'SaaS', communityLabel: 'r/SaaS' };
const leadOf = (subreddit: string, score: string) => aLead('x', { subreddit, communityLabel: `r/${subreddit}`, score });

describe('the trend of seven days', () => {
  const trendOf = (createdAt: readonly string[], now: string, timeZone: string, total = createdAt.length) =>
    leadTrend({ leads: createdAt.map((at) => ({ createdAt: at })), total, now: Date.parse(now), timeZone });

  it('counts by the days of the reader, not of the server', () => {
    const found = ['2026-01-10T23:30:00.000Z', '2026-01-10T22:30:00.000Z', '2026-01-04T12:00:00.000Z'];
    const counts = (zone: string) => trendOf(found, '2026-01-11T12:00:00.000Z', zone).map(({ count }) => count);
    expect(counts('UTC')).toEqual([0, 0, 0, 0, 0, 2, 0]);
    expect(counts('Europe/Berlin')).toEqual([0, 0, 0, 0, 0, 1, 1]);
    // In Kiritimati it is already the 12th.
    expect(counts('Pacific/Kiritimati')).toEqual([0, 0, 0, 0, 0, 2, 0]);
  });

  it('has seven different days where clocks change', () => {
    for (const [now, timeZone] of [
      ['2026-03-29T22:30:00.000Z', 'Europe/Berlin'],
      ['2026-10-25T23:30:00.000Z', 'Europe/Berlin'],
      ['2026-11-01T04:30:00.000Z', 'America/New_York'],
      ['2026-09-06T05:00:00.000Z', 'America/Santiago'],
    ] as const) {
      const days = trendOf([], now, timeZone).map(({ date }) => date);
      expect(new Set(days).size).toBe(7);
      expect(days).toEqual(days.toSorted());
    }
    // This day has 25 hours with 2 a.m. twice: both times belong to the 25th.
    const night = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-24T21:59:00.000Z'];
    expect(trendOf(night, '2026-10-25T22:59:00.000Z', 'Europe/Berlin').slice(-2)).toEqual([
      { date: '2026-10-24', count: 1, known: 'all' },
      { date: '2026-10-25', count: 2, known: 'all' },
    ]);
  });

  it('returns the days that the newest leads do not cover', () => {
    const found = ['2026-01-11T08:00:00.000Z', '2026-01-10T08:00:00.000Z', '2026-01-09T20:00:00.000Z'];
    const trend = trendOf(found, '2026-01-11T12:00:00.000Z', 'UTC', 500);
    expect(trend.map(trendMark)).toEqual(['–', '–', '–', '–', '1+', '1', '1']);
    expect(trendOf(found, '2026-01-11T12:00:00.000Z', 'UTC').map(trendMark)).toEqual('0000111'.split(''));
  });

  it('names a day by its weekday and number', () => {
    expect(dayLabels('2026-03-01')).toEqual({ label: 'Sun 1', short: 'Sun' });
  });
});

describe('the distribution of scores', () => {
  it('puts each edge into the better range', () => {
    const scores = ['10.0', '9.0', '8.9', '8.0', '7.9', '7.0', '6.9', '6.0', '5.9', '0.0'];
    expect(scoreBuckets(scores.map((score) => ({ score })))).toEqual([
      { label: '9.0-10.0', count: 2 },
      { label: '8.0-8.9', count: 2 },
      { label: '7.0-7.9', count: 2 },
      { label: '6.0-6.9', count: 2 },
      { label: 'below 6.0', count: 2 },
    ]);
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

  it('shows the ten best, averaged to one decimal', () => {
    const halves = Array.from({ length: 12 }, (_, n) => leadOf(`place_${n}`, (n / 2).toFixed(1)));
    const ranking = rankSubreddits([...halves, leadOf('SaaS', '9.0'), leadOf('saas', '8.1')]);
    expect(ranking).toHaveLength(10);
    expect(ranking[0]).toEqual({ ...saas, leads: 2, average: 8.6, rating: 'Excellent' });
    expect(ranking.at(-1)?.name).toBe('place_3');
  });

  it('does not mix communities of one name from different sources', () => {
    const elsewhere = { source: 'elsewhere', sourceLabel: 'Elsewhere', communityLabel: 'SaaS' };
    const ranking = rankSubreddits([leadOf('SaaS', '9.0'), { ...leadOf('SaaS', '8.0'), ...elsewhere }]);
    expect(ranking).toMatchObject([
      { ...saas, leads: 1, average: 9 },
      { ...elsewhere, name: 'SaaS', leads: 1, average: 8 },
    ]);
  });
});

describe('recommendations', () => {
  const top = (average: number) => [{ ...saas, leads: 3, average, rating: ratingOf(average) }];
  const kinds = (...given: Parameters<typeof recommendations>) => recommendations(...given).map(({ kind }) => kind);

  it('warn of quality below 8, few communities and few responses', () => {
    expect(kinds(top(7.9), { activeSubreddits: 2, responseRate: 19.9 })).toEqual(['quality', 'expand', 'messages']);
    expect(kinds(top(8), { activeSubreddits: 3, responseRate: 20 })).toEqual([]);
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
