import { describe, expect, it } from '@jest/globals';
import { createLogger, noMeters } from '@earshot/core';
import { embeddedKeyValue, platformSettings } from '@earshot/service-kit';
import { sourceIds } from '@earshot/proto/values';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { authorLabel, communityView, parsedCommunity, sourceView } from '../src/labels.ts';
import { openSources } from '../src/open-sources.ts';
import { reddit } from '../src/reddit/reddit.ts';
import { sandboxSources } from '../src/source-settings.ts';
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
  it('is all of them unless set, and each once', () => {
    expect(platformSettings.parse({}).SOURCES).toEqual([...sourceIds]);
    expect(platformSettings.parse({ SOURCES: 'reddit, reddit' }).SOURCES).toEqual(['reddit']);
  });

  it('refuses an unknown id and names those that there are', () => {
    const [issue] = platformSettings.safeParse({ SOURCES: 'reddit,usenet' }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ['SOURCES', 1], message: expect.stringContaining(sourceIds.join(', ')) });
  });

  it('opens those named; any other is unknown', () => {
    const sources = openSources(platformSettings.parse({ SOURCES: 'reddit' }), context);
    expect([sources.first, sources.all.length]).toEqual(['reddit', 1]);
    expect(sources.get('reddit').definition).toBe(reddit);
    expect(() => sources.get('usenet')).toThrow(expect.objectContaining({ code: 'source.unknown' }));
  });
});

it('the sandbox stands in for a source until its client is set', () => {
  const [without, having] = [platformSettings.parse({}), platformSettings.parse(connected)];
  expect(sandboxSources(without)).toContain(reddit);
  expect(sandboxSources(having)).not.toContain(reddit);
  expect(openSources(without, context).get('reddit').sample).toBe(true);
  expect(openSources(having, context).get('reddit').sample).toBe(false);
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
