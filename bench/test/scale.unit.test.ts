import { expect, it } from '@jest/globals';
import {
  defaultUsage,
  monthlyCosts,
  type PhaseFigures,
  requestsADay,
  type ScaleFigures,
  unitCosts,
  usersOfBudget,
} from '../src/scale-cost.ts';

const costs = { scanS: 0.02, readS: 0.0001, knownS: 0.0002, newS: 0.001, scanBytes: 500, postBytes: 6_000 };

/** What an installation with exactly these costs measures. */
function measured(communities: number, postsEach: number): ScaleFigures {
  const read = Math.min(100, postsEach);
  const phase = (newPosts: number): PhaseFigures => ({
    communities,
    cpuS: communities * (costs.scanS + read * costs.readS + postsEach * costs.knownS + newPosts * costs.newS),
    bytes: communities * (costs.scanBytes + newPosts * costs.postBytes),
    requests: communities,
  });
  return { postsEach, first: phase(postsEach), again: phase(0) };
}

it('the costs of scans and of posts follow from three installations', () => {
  const split = unitCosts(measured(1_000, 10), measured(100, 100), measured(10, 250));
  for (const [name, cost] of Object.entries(costs)) expect(split).toHaveProperty(name, expect.closeTo(cost, 9));
});

it('noise never makes a part of the costs negative', () => {
  const { first, again } = measured(10, 250);
  const cheap = { postsEach: 250, first, again: { ...again, cpuS: 0 } };
  const split = unitCosts(measured(1_000, 10), measured(100, 100), cheap);
  expect(split.knownS).toBe(0);
  expect(split.scanS).toBeGreaterThan(0);
});

it('a month of the default use has an hourly scan of 10 communities with 540 posts each', () => {
  const { coreHours, gigabytes, requests } = monthlyCosts(1_000, defaultUsage, costs);
  const aDay = 24 * (0.02 + 540 * 0.0002) + (23 * 100 + 540) * 0.0001 + 18 * 0.001;
  expect(coreHours).toBeCloseTo((300_000 * aDay) / 3_600, 6);
  expect(gigabytes).toBeCloseTo((300_000 * (24 * 500 + 18 * 6_000)) / 1e9, 6);
  expect(requests).toBe(300_000 * 29);
});

it.each([
  [{ newPostsADay: 1 }, 24],
  [{ newPostsADay: 18 }, 23 + 6],
  [{ newPostsADay: 500 }, 23 + 10],
  [{ scansADay: 1 }, 6],
])('the requests for a community with %j', (usage, requests) => {
  expect(requestsADay({ ...defaultUsage, ...usage })).toBe(requests);
});

it('a budget of 100 requests a minute is enough for 496 users who share no community', () => {
  expect(usersOfBudget(100, defaultUsage)).toBe(496);
});
