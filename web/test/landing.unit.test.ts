import { describe, expect, it, jest } from '@jest/globals';
import { keylessScorer } from '@earshot/scoring';
import { reportPageViews } from '../src/app/page-views.ts';
import { readSuggestions } from '../src/features/discovery/api/discover-subreddits.ts';
import { sampleBusiness, samples } from '../src/features/landing/samples.ts';
import { createUsage } from '../src/lib/usage.ts';

it('samples have the score and the reason that the product gives them', async () => {
  const posts = samples.map(({ id, subreddit, title, content }) => ({ id, subreddit, title, selftext: content }));
  const verdicts = await keylessScorer().score(sampleBusiness, posts);
  expect(verdicts.map(({ id, score, matchReason }) => [id, score?.toFixed(1), matchReason])).toEqual(
    samples.map(({ id, score, reason }) => [id, score, reason]),
  );
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
  };

  const nothing = { source: '', sourceLabel: '', members: '', category: '', description: '', reason: '' };

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
