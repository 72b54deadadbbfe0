import { emptyProfile } from '@earshot/proto/http/lead';
import { describe, expect, it } from '@jest/globals';
import { placePartOf } from '../src/place.ts';
import { type PlacePair, placePairs } from './place-pairs.ts';

function partOf({ location, community = 'smallbusiness', title, text = '' }: Omit<PlacePair, 'expected'>, only = true) {
  const post = { id: 'one', community, title, selftext: text };
  return placePartOf({ profile: { ...emptyProfile, location, servesOnlyThere: only } }, post);
}

describe('the place of a post', () => {
  it('is right for at least 38 of 40 written pairs', () => {
    expect(placePairs).toHaveLength(40);
    const wrong = placePairs.filter((pair) => (partOf(pair)?.category ?? 'none') !== pair.expected);
    expect(wrong.map(({ location, title }) => `${location}: ${title}`)).toEqual([]);
  });

  it('is shown with the sentence that names it', () => {
    const title = 'Wedding cake for May?';
    const text = 'We have a date. We live in Leeds, and want three tiers. What would that cost?';
    expect(partOf({ location: 'Leeds, UK', title, text })).toEqual({
      name: 'place',
      category: 'there',
      points: 0.8,
      quote: 'We live in Leeds, and want three tiers.',
      note: 'In or near Leeds, where you work',
    });
    expect(partOf({ location: 'York', title, text: 'We live in Denver, Colorado.' })).toEqual({
      name: 'place',
      category: 'elsewhere',
      points: -4,
      quote: 'We live in Denver, Colorado.',
      note: 'In Denver, Colorado, and you serve only York',
    });
    const inCommunity = { location: 'York', community: 'AskNYC', title };
    expect(partOf(inCommunity)).toMatchObject({ quote: null, note: 'In New York City, and you serve only York' });
  });

  it('lowers a post from elsewhere only for a business that serves nobody there', () => {
    const post = { location: 'Leeds', community: 'Denver', title: 'Baker wanted in Denver' };
    expect(partOf(post, true)?.category).toBe('elsewhere');
    expect(partOf(post, false)).toBeNull();
  });

  it.each(['High Street, Leeds', 'Leeds, LS1 4AP', 'Leeds and York', 'leeds'])('is found for %j', (location) => {
    expect(partOf({ location, title: 'Baker wanted in Leeds' })?.category).toBe('there');
  });

  it.each(['', ' ', 'Remote', 'online only'])('is not looked for if the business is at %j', (location) => {
    expect(partOf({ location, title: 'Baker wanted in Denver, not remote' })).toBeNull();
  });
});
