/** One measured installation: a first scan of all its communities, and a second one that finds nothing new. */
export interface ScaleFigures {
  readonly communities: number;
  readonly posts: number;
  readonly first: PhaseFigures;
  readonly again: PhaseFigures;
}

export interface PhaseFigures {
  /** Processor seconds of the process. */
  readonly cpuS: number;
  /** Bytes that the data folder grew by. */
  readonly bytes: number;
  /** Requests to the source. */
  readonly requests: number;
}

/** The costs of the parts of a scan. */
export interface UnitCosts {
  /** Processor seconds of one community's scan, without its posts. */
  readonly scanS: number;
  /** Processor seconds of one post that an earlier scan has judged. */
  readonly knownS: number;
  /** Processor seconds of one new post, beyond those of a known one. */
  readonly newS: number;
  /** Bytes that remain of one community's scan. */
  readonly scanBytes: number;
  /** Bytes that remain of one post. */
  readonly postBytes: number;
}

/**
 * Splits the measured costs. Second scans differ only in communities and known posts, so two installations with
 * different numbers of posts in a community yield both costs. New posts cost the difference of the first scan.
 */
export function unitCosts(fewPosts: ScaleFigures, manyPosts: ScaleFigures): UnitCosts {
  const scanS = (one: ScaleFigures) => one.again.cpuS / one.communities;
  const posts = (one: ScaleFigures) => one.posts / one.communities;
  const knownS = Math.max(0, (scanS(manyPosts) - scanS(fewPosts)) / (posts(manyPosts) - posts(fewPosts)));
  return {
    scanS: Math.max(0, scanS(fewPosts) - posts(fewPosts) * knownS),
    knownS,
    newS: (manyPosts.first.cpuS - manyPosts.again.cpuS) / manyPosts.posts,
    scanBytes: fewPosts.again.bytes / fewPosts.communities,
    postBytes: (manyPosts.first.bytes - manyPosts.again.bytes) / manyPosts.posts,
  };
}

/** What an average user does. */
export interface Usage {
  readonly communities: number;
  readonly scansADay: number;
  /** New posts of a community. */
  readonly newPostsADay: number;
  /** Days that a scan looks back. It reads the posts of this time from the cache. */
  readonly lookBackDays: number;
}

/** The defaults of the product: 10 communities, a scan every hour, the sandbox's 12 new posts an hour in 16 communities. */
export const defaultUsage: Usage = { communities: 10, scansADay: 24, newPostsADay: 18, lookBackDays: 30 };

const daysAMonth = 30;
const postsAPage = 100;
/** Listings end here. */
const listingEnd = 1_000;

export interface MonthlyCosts {
  readonly coreHours: number;
  readonly gigabytes: number;
  /** Requests to the source, if no two users share a community. */
  readonly requests: number;
}

/** The costs of users for a month. */
export function monthlyCosts(users: number, usage: Usage, costs: UnitCosts): MonthlyCosts {
  const communityDays = users * usage.communities * daysAMonth;
  const knownPosts = usage.newPostsADay * usage.lookBackDays;
  const scanS = costs.scanS + knownPosts * costs.knownS;
  const seconds = communityDays * (usage.scansADay * scanS + usage.newPostsADay * costs.newS);
  const bytes = communityDays * (usage.scansADay * costs.scanBytes + usage.newPostsADay * costs.postBytes);
  return { coreHours: seconds / 3_600, gigabytes: bytes / 1e9, requests: communityDays * requestsADay(usage) };
}

/** Requests for one community that one user scans: a page for each scan, but once a day all pages. */
export function requestsADay({ scansADay, newPostsADay, lookBackDays }: Usage): number {
  const listed = Math.min(listingEnd, newPostsADay * lookBackDays);
  return scansADay - 1 + Math.max(1, Math.ceil(listed / postsAPage));
}

/** The users whose communities, none of them shared, use up a budget of requests. */
export function usersOfBudget(requestsAMinute: number, usage: Usage): number {
  return Math.floor((requestsAMinute * 1_440) / (usage.communities * requestsADay(usage)));
}
