import { describe, expect, it, jest } from '@jest/globals';
import { createLogger, noMeters } from '../../packages/core/src/index.ts';
import { localEncoder } from '../../packages/encoder/src/index.ts';
import { keylessScorer } from '../../packages/scoring/src/index.ts';
import { vectorsOf } from '../../packages/scoring/src/testing/index.ts';
import { reportPageViews } from '../src/app/page-views.ts';
import { readSuggestions } from '../src/features/discovery/api/discover-communities.ts';
import { texts as discoveryTexts } from '../src/features/discovery/texts.ts';
import { sampleBusiness, samples } from '../src/features/landing/samples.ts';
import { createUsage } from '../src/lib/usage.ts';

it('samples have the score and the reason that the product gives them', async () => {
  const posts = samples.map(({ id, community, title, content }) => ({ id, community, title, selftext: content }));
  const encoder = localEncoder({ log: createLogger({ level: 'silent', name: 'test' }), meters: noMeters });
  const verdicts = await keylessScorer({ vectors: vectorsOf(encoder) }).score(sampleBusiness, posts);
  await encoder.close();
  expect(verdicts.map(({ id, matchReason }) => [id, matchReason])).toEqual(
    samples.map(({ id, reason }) => [id, reason]),
  );
  // Processors round differently.
  for (const [at, { score }] of samples.entries())
    expect(Math.abs((verdicts[at]?.score ?? 0) - Number(score))).toBeLessThan(0.15);
});

it('the discovery promises to read only the communities that this installation has', () => {
  const missing = 'Not in the sample data; connect Reddit to hear it';
  const pitch = (...unavailable: (string | null)[]) =>
    discoveryTexts.pitch(unavailable.map((one) => ({ unavailable: one, sourceLabel: 'Reddit' })));
  expect(pitch()).toBeNull();
  expect(pitch(null, null)).toBe('Earshot can read these communities for you and score every post.');
  expect(pitch(null, null, missing)).toBe(
    'Earshot can read 2 of these communities for you and score every post. The other is not in the sample data; connect Reddit to hear it.',
  );
  expect(pitch(null, missing, missing)).toBe(
    'Earshot can read 1 of these communities for you and score every post. The others are not in the sample data; connect Reddit to hear them.',
  );
  expect(pitch(missing)).toBe('None of these communities is in the sample data; connect Reddit to hear them.');
});

describe('an answer of the discovery', () => {
  const community = {
    name: 'freelance',
    source: 'reddit',
    sourceLabel: 'Reddit',
    communityLabel: 'r/freelance',
    members: '1K',
    category: 'Work',
    relevance: 'medium',
    description: 'd',
    reason: 'r',
    unavailable: null,
  };

  const nothing = {
    source: '',
    sourceLabel: '',
    members: '',
    category: '',
    description: '',
    reason: '',
    unavailable: null,
  };

  it('keeps the labels of the source; without a label it shows the name', () => {
    expect(
      readSuggestions({
        success: true,
        suggestions: { targetAudience: 'All', suggestions: [community, { name: 'x' }] },
      }),
    ).toEqual({
      targetAudience: 'All',
      productCategory: '',
      suggestions: [community, { ...nothing, name: 'x', communityLabel: 'x', relevance: 'low' }],
    });
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { success: true },
    { success: true, suggestions: {} },
    { success: false, suggestions: { suggestions: [] } },
  ])('%j is none', (answer) => expect(readSuggestions(answer)).toBeUndefined());
});

describe('usage events', () => {
  it('is sent once per page and contains no personal data', () => {
    const send = jest.fn<(body: string) => void>();
    const usage = createUsage(send);
    usage.pageView('/auth');
    usage.pageView('/auth');
    usage.event('waitlist-joined');
    usage.pageView('/');
    expect(send.mock.calls.map(([body]) => body)).toEqual([
      '{"type":"page-view","path":"/auth"}',
      '{"type":"event","name":"waitlist-joined"}',
      '{"type":"page-view","path":"/"}',
    ]);
  });

  it('is not sent unless an address is set', () => {
    expect(() => createUsage(null).pageView('/auth')).not.toThrow();
  });
});

describe('page views of the app', () => {
  const state = (pathname: string, moving = false, initialized = true) => ({
    initialized,
    navigation: { state: moving ? 'loading' : 'idle' },
    location: { pathname },
  });

  it('are reported once the page is loaded, and only with paths of the app', () => {
    const pageViews: string[] = [];
    const listeners = new Set<(now: ReturnType<typeof state>) => void>();
    const subscribe = (listener: (now: ReturnType<typeof state>) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const stop = reportPageViews(
      { state: state('/auth', false, false), subscribe },
      { pageView: (path) => pageViews.push(path) },
    );
    const change = (now: ReturnType<typeof state>) => listeners.forEach((listener) => listener(now));
    change(state('/auth'));
    change(state('/auth', true));
    change(state('/dashboard/leads'));
    change(state('/maya@example.test'));
    stop();
    change(state('/auth'));
    expect(pageViews).toEqual(['/auth', '/dashboard/leads', 'unknown']);
  });
});
