import { describe, expect, it } from '@jest/globals';
import { filteredCommunity, filtersOf, sourcesOf } from '../src/features/leads/community-filter.ts';
import { avatarOf } from '../src/lib/avatar.ts';
import { areSeveral, findTyped, isSameCommunity, splitLabel } from '../src/lib/community.ts';

const reddit = { source: 'reddit', sourceLabel: 'Reddit' };
const elsewhere = { source: 'elsewhere', sourceLabel: 'Elsewhere' };
const ask = { ...reddit, name: 'ask', communityLabel: 'r/ask' };
const saas = { ...reddit, name: 'SaaS', communityLabel: 'r/SaaS' };
const otherAsk = { ...elsewhere, name: 'ask', communityLabel: 'Ask Elsewhere' };

describe('the label of a community', () => {
  it.each([
    [saas, { mark: 'r/', rest: 'SaaS' }],
    [otherAsk, { mark: '', rest: 'Ask Elsewhere' }],
    [
      { name: 'comments', communityLabel: 'New comments' },
      { mark: '', rest: 'New comments' },
    ],
    [
      { name: 'plain', communityLabel: 'plain' },
      { mark: '', rest: 'plain' },
    ],
  ])('%j is split into a mark and the rest', (community, parts) => expect(splitLabel(community)).toEqual(parts));
});

describe('communities of several sources', () => {
  it('are distinguished by source and name', () => {
    expect(isSameCommunity(saas, { ...saas, name: 'saas' })).toBe(true);
    expect(isSameCommunity(ask, otherAsk)).toBe(false);
  });

  it('show their source only where there are several', () => {
    expect(areSeveral([])).toBe(false);
    expect(areSeveral([ask, saas])).toBe(false);
    expect(areSeveral([ask, saas, otherAsk])).toBe(true);
  });

  it.each([
    [' r/saas ', saas],
    ['SAAS', saas],
    ['saa', undefined],
    ['', undefined],
  ])('%j typed finds the one with this name or label', (typed, found) =>
    expect(findTyped([ask, saas], typed)).toBe(found),
  );
});

describe('leads filtered by a community', () => {
  it('name its source only where the communities come from several', () => {
    expect(filtersOf(ask, [ask, saas])).toEqual({ community: 'ask', source: '' });
    expect(filtersOf(ask, [ask, saas, otherAsk])).toEqual({ community: 'ask', source: 'reddit' });
  });

  it('find the community of the address', () => {
    expect(filteredCommunity({ community: 'ASK', source: '' }, [saas, ask])).toBe(ask);
    expect(filteredCommunity({ community: 'ask', source: 'reddit' }, [otherAsk, ask])).toBe(ask);
    expect(filteredCommunity({ community: 'gone', source: '' }, [saas, ask])).toBeUndefined();
    expect(filteredCommunity({ community: '', source: '' }, [saas, ask])).toBeUndefined();
  });

  it('offer each known source once', () => {
    expect(sourcesOf([ask, otherAsk, saas])).toEqual([{ value: 'reddit', label: 'Reddit' }]);
  });
});

describe('the avatar of a community', () => {
  it.each([
    ['SaaS', 'S'],
    ['smallbusiness', 'S'],
    ['3Dprinting', '3'],
    ['élan', 'É'],
    ['_under', 'U'],
    ['…', '#'],
  ])('%s has the letter %s', (name, letter) => expect(avatarOf(name).letter).toBe(letter));

  it('has one colour in any case', () => expect(avatarOf('SaaS')).toEqual(avatarOf('saas')));

  it('every colour is used, and by similar numbers of communities', () => {
    const names = Array.from({ length: 600 }, (_, index) => `community${index}`);
    const byHue = Object.groupBy(names, (name) => avatarOf(name).hue);
    expect(Object.keys(byHue)).toEqual(['1', '2', '3', '4', '5', '6']);
    for (const some of Object.values(byHue)) expect(some?.length).toBeGreaterThan(60);
  });
});
