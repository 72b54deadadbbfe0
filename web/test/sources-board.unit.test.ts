import { examples } from '@earshot/proto/http/examples';
import { type SourceHealth, sourceHealthContract } from '@earshot/proto/http/source-health';
import { sourceStates } from '@earshot/proto/values';
import { describe, expect, it } from '@jest/globals';
import { quietCommunities, tones } from '../src/features/sources/board.ts';
import { texts } from '../src/features/sources/texts.ts';
import { ahead } from '../src/lib/format.ts';

const { sources, communities } = sourceHealthContract.sourcesHealth.response.parse(examples['sourcesHealth']?.response);
const [reddit] = sources;
const [failing] = communities;
if (!reddit || !failing) throw new Error('the contract has no example');
const inState = (state: SourceHealth['state'], changes: Partial<SourceHealth> = {}) => ({
  ...reddit,
  state,
  ...changes,
});

describe('the state of a source', () => {
  it('is a word, and each state in which posts are missing has a next step', () => {
    expect(new Set(sourceStates.map((state) => texts.states[state])).size).toBe(sourceStates.length);
    const without = sourceStates.filter((state) => texts.nextStep(inState(state), false) === null);
    expect(without).toEqual(['listening']);
  });

  it('tells administrators which settings to check, and others whom to ask', () => {
    const settings = 'REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, REDDIT_USER_AGENT';
    expect(texts.nextStep(inState('misconfigured'), true)).toContain(
      `Compare ${settings} with what the site gave you, then restart Earshot.`,
    );
    expect(texts.nextStep(inState('misconfigured'), false)).toContain(`Ask your administrator to check ${settings}.`);
  });

  it('says who denies access where a site refuses us, and proposes open feeds', () => {
    expect(texts.nextStep(inState('refused'), false)).toContain('The site denies Earshot access');
    expect(texts.nextStep(inState('refused', { source: 'feed' }), false)).toContain('without signing in');
  });
});

it('promises further tries only if one is planned', () => {
  expect(texts.nextStep(inState('unreachable'), false)).toMatch(/^Earshot keeps trying\./);
  expect(texts.nextStep(inState('unreachable', { nextTryAt: null }), false)).toMatch(
    /^Earshot tries again with the next scan\./,
  );
});

describe('communities without new posts', () => {
  const silent = { ...failing, source: 'feed', trouble: 'silent', cause: null, usualGapSeconds: 7_200 } as const;

  it('are listed unless their whole source has stopped', () => {
    const all = [failing, silent];
    expect(quietCommunities(all, [inState('refused'), { source: 'feed', state: 'listening' }])).toEqual([silent]);
    expect(quietCommunities(all, [inState('listening'), { source: 'feed', state: 'limited' }])).toEqual(all);
    expect(sourceStates.filter((state) => tones[state] === 'bad')).toEqual(['refused', 'unreachable', 'misconfigured']);
  });

  it.each([
    [30, 'about one a minute'],
    [540, 'about one every 9 minutes'],
    [7_200, 'about one every 2 hours'],
    [3 * 86_400, 'about one every 3 days'],
  ])('say how often they usually have one: %d seconds', (usualGapSeconds, words) => {
    const nowMs = Date.parse(silent.since ?? '') + 2 * 86_400_000;
    expect(texts.trouble({ ...silent, usualGapSeconds }, nowMs)).toBe(
      `Last post 2 days ago, usually ${words}. Open the community, and remove it if nobody writes there any more.`,
    );
  });

  it('say why they cannot be read, in the words of the site', () => {
    expect(texts.trouble(failing, 0)).toBe('Refused by oauth.reddit.com: 403.');
  });
});

it.each([
  [30_000, 'in a moment'],
  [8 * 60_000, 'in 8 minutes'],
  [3_600_000, 'in 1 hour'],
  [49 * 3_600_000, 'in 2 days'],
])('a time %d ms ahead is %j', (ms, words) => {
  expect(ahead(1_000 + ms, 1_000)).toBe(words);
});
