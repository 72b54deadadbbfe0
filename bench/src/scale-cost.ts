/** One measured installation: a first scan of its communities, and a second one that finds nothing new. */
export interface ScaleFigures {
  readonly postsEach: number;
  readonly first: PhaseFigures;
  readonly again: PhaseFigures;
}

export interface PhaseFigures {
  /** Communities that were scanned. */
  readonly communities: number;
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
  /** Processor seconds to read one known post from the source again. */
  readonly readS: number;
  /** Processor seconds to find out that a cached post is known. */
  readonly knownS: number;
  /** Processor seconds of one new post, beyond those of a known one. */
  readonly newS: number;
  /** Bytes that remain of one community's scan. */
  readonly scanBytes: number;
  /** Bytes that remain of one new post. */
  readonly postBytes: number;
}

/** Posts on a page of a source. A scan that finds nothing new reads one page, and looks at every cached post. */
const postsAPage = 100;

/**
 * Splits the costs that were measured with few posts in each community, with a page of them, and with more. Second scans
 * with more than a page differ in cached posts only, those with up to a page in posts that were read and cached.
 */
export function unitCosts(few: ScaleFigures, page: ScaleFigures, more: ScaleFigures): UnitCosts {
  const scanS = ({ again }: ScaleFigures) => again.cpuS / again.communities;
  const knownS = Math.max(0, (scanS(more) - scanS(page)) / (more.postsEach - page.postsEach));
  const readAndKnownS = Math.max(knownS, (scanS(page) - scanS(few)) / (page.postsEach - few.postsEach));
  const each = ({ communities }: PhaseFigures, total: number) => total / communities;
  const { first, again, postsEach } = page;
  return {
    scanS: Math.max(0, scanS(few) - few.postsEach * readAndKnownS),
    readS: readAndKnownS - knownS,
    knownS,
    newS: (each(first, first.cpuS) - each(again, again.cpuS)) / postsEach,
    scanBytes: each(few.again, few.again.bytes),
    postBytes: (each(first, first.bytes) - each(again, again.bytes)) / postsEach,
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
/** Listings end here. */
const listingEnd = 1_000;

export interface MonthlyCosts {
  readonly coreHours: number;
  readonly gigabytes: number;
  /** Requests to the source. */
  readonly requests: number;
}

/** The costs of users for a month. No two of them share a community. */
export function monthlyCosts(users: number, usage: Usage, costs: UnitCosts): MonthlyCosts {
  const { scansADay, newPostsADay } = usage;
  const communityDays = users * usage.communities * daysAMonth;
  const listed = listedPosts(usage);
  const readPosts = (scansADay - 1) * Math.min(postsAPage, listed) + listed;
  const seconds =
    scansADay * (costs.scanS + listed * costs.knownS) + readPosts * costs.readS + newPostsADay * costs.newS;
  const bytes = scansADay * costs.scanBytes + newPostsADay * costs.postBytes;
  return {
    coreHours: (communityDays * seconds) / 3_600,
    gigabytes: (communityDays * bytes) / 1e9,
    requests: communityDays * requestsADay(usage),
  };
}

/** The posts that the source lists and the cache has. */
function listedPosts({ newPostsADay, lookBackDays }: Usage): number {
  return Math.min(listingEnd, newPostsADay * lookBackDays);
}

/** Requests for one community that one user scans: a page for each scan, but once a day all pages. */
export function requestsADay(usage: Usage): number {
  return usage.scansADay - 1 + Math.max(1, Math.ceil(listedPosts(usage) / postsAPage));
}

/** The users whose communities, none of them shared, use up a budget of requests. */
export function usersOfBudget(requestsAMinute: number, usage: Usage): number {
  return Math.floor((requestsAMinute * 1_440) / (usage.communities * requestsADay(usage)));
}
