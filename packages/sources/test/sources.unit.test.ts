import { describe, expect, it } from '@jest/globals';
import { createLogger, noMeters } from '@earshot/core';
import { embeddedKeyValue, platformSettings } from '@earshot/service-kit';
import { sourceIds } from '@earshot/proto/values';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { authorLabel, communityView, parsedCommunity, sourceView } from '../src/labels.ts';
import { openSources } from '../src/open-sources.ts';
import { reddit } from '../src/reddit/reddit.ts';
import { sourcesInUse } from '../src/source-settings.ts';
import { sourceDefinitions } from '../src/sources.ts';

const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
const context = {
  clock,
  kv: embeddedKeyValue({ clock }),
  meters: noMeters,
  log: createLogger({ name: 'test', level: 'silent' }),
  outbound: openOutbound(allowedOutside.parse('')),
  sandboxUrl: () => 'http://127.0.0.1:1',
  ownUrl: undefined,
};
const connected = { REDDIT_CLIENT_ID: 'a-client', REDDIT_USER_AGENT: 'server:earshot:v1 (by /u/somebody)' };

describe('the list of sources', () => {
  it('has one definition for each id in sourceIds of proto/values.ts, in the same order', () => {
    expect(sourceDefinitions.map(({ id }) => id)).toEqual([...sourceIds]);
  });

  it('names only own settings as secrets, as its client and as needed ones', () => {
    for (const { settings, secrets, needs, client } of sourceDefinitions) {
      const named = [...secrets, ...needs.flatMap((need) => [need.setting, need.with]), ...(client ? [client] : [])];
      expect(Object.keys(settings.shape)).toEqual(expect.arrayContaining(named));
    }
  });
});

describe('SOURCES', () => {
  const inUse = (settings: Record<string, string>, hasSandbox = true) =>
    sourcesInUse(platformSettings.parse(settings), { hasSandbox });
  const keyless = sourceIds.filter((id) => id !== 'reddit' && id !== 'sample');

  it('is all that need no client or have one, and the samples where a sandbox runs', () => {
    expect(inUse({})).toEqual(['sample', ...keyless]);
    expect(inUse(connected)).toEqual([...sourceIds]);
    expect(inUse({}, false)).toEqual(keyless);
  });

  it('names each once, in its order', () => {
    expect(inUse({ SOURCES: 'hacker-news, sample,hacker-news' })).toEqual(['hacker-news', 'sample']);
  });

  it('refuses an unknown id and names those that there are', () => {
    const [issue] = platformSettings.safeParse({ SOURCES: 'sample,usenet' }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ['SOURCES', 1], message: expect.stringContaining(sourceIds.join(', ')) });
  });

  it('refuses a source that it names without its client', () => {
    expect(platformSettings.safeParse({ SOURCES: 'reddit' }).error?.issues).toMatchObject([
      { path: ['REDDIT_CLIENT_ID'], message: 'is needed with SOURCES' },
    ]);
    expect(platformSettings.safeParse({ ...connected, SOURCES: 'reddit' }).success).toBe(true);
  });

  it('opens those named; any other is unknown', () => {
    const sources = openSources(['sample'], platformSettings.parse({}), context);
    expect([sources.first, sources.all.length]).toEqual(['sample', 1]);
    expect(sources.get('sample').definition).toMatchObject({ isSample: true });
    expect(() => sources.get('reddit')).toThrow(expect.objectContaining({ code: 'source.unknown' }));
  });
});

describe('names for people', () => {
  it('are as the source writes them', () => {
    expect(communityView({ source: 'reddit', name: 'SaaS' })).toEqual({
      source: 'reddit',
      sourceLabel: 'Reddit',
      communityLabel: 'r/SaaS',
    });
    expect(authorLabel('reddit', 'jo')).toBe('u/jo');
    expect(authorLabel('reddit', '[deleted]')).toBe('[deleted]');
  });

  it('are the bare ones where the source is gone', () => {
    expect(sourceView('usenet')).toEqual({ source: 'usenet', sourceLabel: 'usenet' });
    expect(communityView({ source: 'usenet', name: 'alt.test' }).communityLabel).toBe('alt.test');
    expect(authorLabel('usenet', 'jo')).toBe('jo');
  });
});

describe('a Reddit community as a user types it', () => {
  it.each([
    'SaaS',
    'SaaS/',
    ' r/SaaS ',
    '/r/SaaS',
    '/r/SaaS/',
    'R/SaaS',
    'https://www.reddit.com/r/SaaS/new?x=1',
    'https://www.reddit.com/r/SaaS/comments/1abc2d/how_do_you_find_your_first_customers/?utm_source=share',
    'old.reddit.com/r/SaaS',
    'https://new.reddit.com/r/SaaS/',
    'de.reddit.com/r/SaaS',
    'https://pt-br.reddit.com/r/SaaS',
    '<https://www.reddit.com/r/SaaS/>',
    '<r/SaaS>',
  ])('%s is read', (text) => {
    expect(parsedCommunity(reddit, text, 'name')).toBe('SaaS');
  });

  it.each([
    '',
    'a',
    'no spaces',
    'a-b',
    'x'.repeat(22),
    'https://example.com/r/SaaS',
    'https://reddit.com.example.com/r/SaaS',
    'https://notreddit.com/r/SaaS',
    'https://www.reddit.com/user/SaaS',
    'u/SaaS',
    'r/',
    '<>',
  ])('%j is not', (text) => {
    const problem = 'A community name has 2 to 21 letters, digits or underscores';
    expect(() => parsedCommunity(reddit, text, 'name')).toThrow(
      expect.objectContaining({
        code: 'request.invalid',
        details: expect.objectContaining({ fields: { name: problem } }),
      }),
    );
  });
});
