import { random, until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http/lead';
import { listening, scanContract } from '@earshot/proto/http/scan';
import type { CommunityPost } from '@earshot/sources';
import type { LeadDocument } from '../../services/lead/src/store/lead-schema.ts';
import type { VerdictDocument } from '../../services/scan/src/store/verdict-schema.ts';
import { fakeSource, makePosts } from '../../services/scan/test/fake-source.ts';
import { openScanWorld, type ScanWorld } from '../../services/scan/test/scan-world.ts';
import { sleep } from './earshot-process.ts';
import { percentile, table } from './figures.ts';

/** The size of one run. */
export interface ListenSize {
  readonly communities: number;
  readonly users: number;
  readonly communitiesAUser: number;
  readonly seconds: number;
  /** The mean time between two posts of a community. */
  readonly gapSeconds: number;
}

export const listenSize: ListenSize = {
  communities: 300,
  users: 50,
  communitiesAUser: 40,
  seconds: 600,
  gapSeconds: 120,
};
export const shortListenSize: ListenSize = {
  communities: 30,
  users: 10,
  communitiesAUser: 10,
  seconds: 90,
  gapSeconds: 15,
};

/** Posts that a community has before anybody listens. */
const earlier = 20;
/** The largest number of communities of an account that scans at the start. */
const scansAtOnce = 150;
/** The limit, in seconds, for 95 of 100 leads. */
const most = 5;

/**
 * Lets users listen to communities in which posts arrive, and measures how long it takes from when ingest gets a post to
 * its lead. The site has the budget of Reddit. Throws if a post was missed or became a lead twice, or above the limit.
 */
export async function benchListen(size: ListenSize, print: (line: string) => void): Promise<void> {
  const site = arrivingPosts(size);
  const world = await openScanWorld({ source: site.source });
  try {
    await readOnce(world, site.names);
    const users = await listeners(world, site.names, size);
    const cpuBefore = process.cpuUsage();
    await site.arriveFor(size.seconds);
    const { user, system } = process.cpuUsage(cpuBefore);
    const heard = await allJudged(world, users, site.givenAt);
    const figures = [
      ['posts heard', String(site.givenAt.size)],
      ['judged for users', String(heard.judged)],
      ['leads', String(heard.ms.length)],
      ['post to lead p50 ms', percentile(heard.ms, 50).toFixed(0)],
      ['p95 ms', percentile(heard.ms, 95).toFixed(0)],
      ['max ms', Math.max(...heard.ms).toFixed(0)],
      ['cores', ((user + system) / 1e6 / size.seconds).toFixed(3)],
    ];
    for (const line of table(['listening', ''], figures)) print(line);
    if (percentile(heard.ms, 95) > most * 1_000) throw new Error(`more than ${most} s from post to lead`);
  } finally {
    await world.services.stop();
  }
}

/** A site whose posts arrive while it is read. `givenAt`: when ingest first got each of the new posts, by its id. */
function arrivingPosts({ communities, gapSeconds }: ListenSize) {
  const names = Array.from({ length: communities }, (_, n) => `listen_${n}`);
  const source = fakeSource();
  const next = random(4);
  const arrived = new Map<string, CommunityPost>();
  const givenAt = new Map<string, { readonly ms: number; readonly post: CommunityPost }>();
  for (const name of names)
    source.communities.set(name, makePosts(name, earlier, { buyerEvery: 4, newest: new Date(Date.now() - 60_000) }));
  const newPosts = source.newPosts.bind(source);
  source.newPosts = async (...given) => {
    const page = await newPosts(...given);
    for (const { id } of page.posts) {
      const post = arrived.get(id);
      if (post !== undefined && !givenAt.has(id)) givenAt.set(id, { ms: Date.now(), post });
    }
    return page;
  };
  const arrive = (name: string) => {
    const [buyer, chatter] = makePosts(name, 2, { buyerEvery: 2, newest: new Date() });
    const post = next() < 0.25 ? buyer : chatter;
    if (post === undefined) return;
    arrived.set(post.id, post);
    source.communities.set(name, [{ ...post, createdAt: new Date() }, ...(source.communities.get(name) ?? [])]);
  };
  const arriveFor = async (seconds: number) => {
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      for (const name of names) if (next() < 1 / gapSeconds) arrive(name);
      await sleep(1_000);
    }
    // From here on only what ingest got counts: the rest is not stored yet.
    source.onRequest = () => new Promise(() => undefined);
  };
  return { names, source, arriveFor, givenAt };
}

/** Reads all communities, as scans do that ran before. */
async function readOnce(world: ScanWorld, names: readonly string[]): Promise<void> {
  for (let from = 0; from < names.length; from += scansAtOnce) {
    const job = await world.scan(await world.user(names.slice(from, from + scansAtOnce)));
    if (job.status !== 'completed') throw new Error(`the scan is ${job.status}`);
  }
}

/** Users who listen, each to other communities, with those communities. */
async function listeners(
  world: ScanWorld,
  names: readonly string[],
  { users, communitiesAUser }: ListenSize,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const all = new Map<string, ReadonlySet<string>>();
  for (let n = 0; n < users; n += 1) {
    const own = Array.from({ length: communitiesAUser }, (_, at) => names[(n * 7 + at * 11) % names.length] ?? '');
    const chosen = [...new Set(own)];
    const userId = await world.user(chosen, { scanFrequency: 'manual', maxLeadsPerDay: 1_000 });
    all.set(userId, new Set(chosen));
  }
  for (const [userId, own] of all) {
    await world.services.fetch(leadContract.saveConfiguration, { userId, body: { listen: true } });
    await until('Earshot listens', async () => {
      const { body } = await world.services.fetch(scanContract.listening, { userId });
      return listening.parse(body).communities === own.size;
    });
  }
  return all;
}

/** Waits until every given post is judged for everybody who listens to it. Throws if a lead is missing or there twice. */
async function allJudged(
  world: ScanWorld,
  users: ReadonlyMap<string, ReadonlySet<string>>,
  given: ReadonlyMap<string, { readonly ms: number; readonly post: CommunityPost }>,
) {
  const [scan, lead] = [world.services.platformOf('scan').documents, world.services.platformOf('lead').documents];
  const verdicts = scan.collection<VerdictDocument>('scan_verdicts');
  const wanted = [...users].flatMap(([userId, own]) =>
    [...given.values()].filter(({ post }) => own.has(post.community)).map(({ post }) => ({ userId, post })),
  );
  const ids = [...given.keys()];
  const judged = await until(
    'every post to be judged',
    async () => {
      const found = await verdicts.find({ postId: { $in: ids } }, { projection: { outcome: 1 } }).toArray();
      return found.length >= wanted.length && found.every(({ outcome }) => outcome !== 'found') && found.length;
    },
    60_000,
    500,
  );
  const leads = await lead
    .collection<LeadDocument>('leads')
    .find({ redditPostId: { $in: ids } })
    .toArray();
  const keyOf = (userId: string, postId: string) => `${userId} ${postId}`;
  const found = new Map(leads.map((one) => [keyOf(one.userId, one.redditPostId), one]));
  const buyers = wanted.filter(({ post }) => post.title.startsWith('Looking for'));
  const missing = buyers.filter(({ userId, post }) => !found.has(keyOf(userId, post.id)));
  if (missing.length > 0 || found.size !== leads.length || leads.length !== buyers.length)
    throw new Error(`${missing.length} leads missed; ${leads.length} leads of ${buyers.length} posts of buyers`);
  const ms = leads.map(({ redditPostId, createdAt }) => createdAt.getTime() - (given.get(redditPostId)?.ms ?? 0));
  return { judged, ms };
}
