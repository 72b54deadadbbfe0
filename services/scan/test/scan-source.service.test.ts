import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appError } from '@earshot/core';
import { scanContract, scanJob } from '@earshot/proto/http/scan';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { leavingKeyValue, until } from '@earshot/core/testing';
import { makePosts } from './fake-source.ts';
import { openScanWorld, residue, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
beforeEach(async () => {
  world = await openScanWorld({ workers: 2 });
});
afterEach(() => world.services.stop());

function fill(community: string, count: number): void {
  world.source.communities.set(community, makePosts(community, count, { buyerEvery: 10, newest: new Date() }));
}

describe('a source that does not give what is asked for', () => {
  it('names a missing and a private community, and scans the others', async () => {
    fill('freelance', 20);
    fill('secret', 20);
    world.source.onRequest = async (community) => {
      if (community === 'secret') throw appError('source.private');
    };
    const job = await world.scan(await world.user(['freelance', 'secret', 'nowhere']));
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 2, subredditsScanned: 1, totalSubreddits: 3 });
    expect(job.errorMessage).toBe('r/secret: This community is private; r/nowhere: This community does not exist');
    expect(residue(job)).toBe(0);
  });

  it('fails when no community can be read', async () => {
    const job = await world.scan(await world.user(['nowhere', 'neither']));
    expect(job).toMatchObject({ status: 'failed', newLeadsFound: 0, subredditsScanned: 0 });
    expect(job.errorMessage).toBe('r/nowhere, r/neither: This community does not exist');
  });

  it('tells private, quarantined and banned communities apart', async () => {
    world.source.onRequest = async (community) => {
      if (community === 'secret') throw appError('source.private');
      if (community === 'gross') throw appError('source.quarantined');
      if (community === 'gone') throw appError('source.banned');
    };
    const job = await world.scan(await world.user(['secret', 'gross', 'gone']));
    expect(job).toMatchObject({ status: 'failed' });
    expect(job.errorMessage).toBe(
      'r/secret: This community is private; r/gross: This community is quarantined: its site shows it only to people who opt in; r/gone: This community was banned by its site',
    );
  });

  it('names what happened at which host, of many communities only the first five', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `refused_${n}`);
    fill('freelance', 20);
    world.source.onRequest = async (community) => {
      if (community === 'freelance') return;
      throw appError('source.refused', { host: 'oauth.reddit.com', status: 403 });
    };
    const job = await world.scan(await world.user([...names, 'freelance']));
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 2 });
    const first = names.slice(0, 5).map((name) => `r/${name}`);
    expect(job.errorMessage).toBe(`${first.join(', ')} and 3 more: Refused by oauth.reddit.com: 403`);
  });

  it('waits out a rate limit in the middle of a community', async () => {
    fill('freelance', 250);
    let refused = 0;
    world.source.onRequest = async (_, request) => {
      if (request !== 2 && request !== 3) return;
      refused += 1;
      throw appError('source.rate-limited', { retryAfterSeconds: 0.05 });
    };
    const job = await world.scan(await world.user(['freelance']));
    expect(refused).toBe(2);
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 25, processedThreads: 250, errorMessage: null });
  });

  it('shows whose limit the scan waits for, and until when', async () => {
    fill('freelance', 20);
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
    world.source.onRequest = async (community) => {
      if (community === 'freelance') throw appError('source.rate-limited', { retryAfterSeconds: 40 });
      await isOpen;
    };
    fill('smallbusiness', 20);
    const userId = await world.user(['freelance', 'smallbusiness']);
    const startedMs = Date.now();
    const jobId = await world.start(userId);
    const status = async () =>
      (await world.services.fetch(scanContract.scanStatus, { userId, params: { jobId } })).body;
    await until('both communities are asked for', () => world.source.requests === 2);
    // The other community is still being read.
    expect(await status()).toMatchObject({ waitsFor: null, waitsUntil: null });
    open();
    await until('the scan only waits', async () => scanJob.parse(await status()).waitsFor === 'Sandbox');
    const { waitsUntil } = scanJob.parse(await status());
    const waitMs = Date.parse(waitsUntil ?? '') - startedMs;
    expect(waitMs).toBeGreaterThan(39_999);
    expect(waitMs).toBeLessThan(60_000);
  });

  it.each([
    ['with empty pages that name a next one', async () => []],
    ['with a cursor that repeats', async () => makePosts('endless', 2, { buyerEvery: 1, newest: new Date() })],
  ])('ends the listing of a site that never ends, %s', async (what, postsOf) => {
    fill('endless', 1);
    world.source.mostPages = 10;
    let pages = 0;
    world.source.newPosts = async () => {
      pages += 1;
      const after = what.startsWith('with empty') ? `cursor-${pages}` : 'the-same';
      return { posts: await postsOf(), after };
    };
    const job = await world.scan(await world.user(['endless']));
    expect(job).toMatchObject({ status: 'completed', errorMessage: null });
    expect(pages).toBe(what.startsWith('with empty') ? 10 : 2);
  });

  it('can be cancelled while it waits for a rate limit', async () => {
    fill('freelance', 20);
    world.source.onRequest = async () => {
      throw appError('source.rate-limited', { retryAfterSeconds: 600 });
    };
    const userId = await world.user(['freelance']);
    const jobId = await world.start(userId);
    await until('the first request', () => world.source.requests > 0);
    const answer = await world.services.fetch(scanContract.cancelScan, { userId, params: { jobId } });
    expect(answer.status).toBe(200);
    world.source.onRequest = async () => undefined;
    expect(await world.scan(userId)).toMatchObject({ status: 'completed', newLeadsFound: 2 });
  });

  it('tries again when the source does not answer, and counts nothing twice', async () => {
    fill('freelance', 250);
    world.source.onRequest = async (_, request) => {
      if (request === 2 || request === 5) throw appError('source.unavailable');
    };
    const userId = await world.user(['freelance']);
    const job = await world.scan(userId);
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 25, processedThreads: 250, funnel: { known: 0 } });
    expect(residue(job)).toBe(0);
    expect(await world.leads(userId)).toBe(25);
  });

  it.each([
    ['does not answer', appError('source.unavailable')],
    ['refuses', appError('source.refused')],
    ['asks for a long wait', appError('source.rate-limited', { retryAfterSeconds: 300 })],
  ])('finds leads while the check for deleted posts %s', async (_, error) => {
    fill('freelance', 20);
    let checks = 0;
    world.source.recheck.states = async () => {
      checks += 1;
      throw error;
    };
    const job = await world.scan(await world.user(['freelance']));
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 2, errorMessage: null });
    // After the first failure the other posts of the batch are not asked for.
    expect(checks).toBe(1);
  });

  it('shares the communities of one scan between workers', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `community_${index}`);
    for (const name of names) fill(name, 60);
    const userId = await world.user(names);
    const job = await world.scan(userId);
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 60, processedThreads: 600, subredditsScanned: 10 });
    expect(residue(job)).toBe(0);
    expect(await world.leads(userId)).toBe(60);
  });
});

describe('an unavailable key-value store', () => {
  it.each(['from the start', 'from the middle of a community on'])('%s: scans continue', async (when) => {
    await world.services.stop();
    const stores: ReturnType<typeof leavingKeyValue>[] = [];
    world = await openScanWorld({
      workers: 2,
      platform: (own) => {
        const kv = leavingKeyValue(own.kv);
        stores.push(kv);
        return { ...own, kv };
      },
    });
    const leave = () => stores.forEach((kv) => kv.leave());
    if (when === 'from the start') leave();
    world.source.onRequest = async (_, request) => {
      if (request === 2) leave();
    };
    fill('freelance', 250);
    const users = [await world.user(['freelance']), await world.user(['freelance'])];
    const jobs = await Promise.all(users.map((userId) => world.scan(userId)));
    for (const job of jobs) {
      expect(job).toMatchObject({ status: 'completed', newLeadsFound: 25, processedThreads: 250, errorMessage: null });
      expect(residue(job)).toBe(0);
    }
    expect(await Promise.all(users.map((userId) => world.leads(userId)))).toEqual([25, 25]);
  });
});

describe('a restart in the middle of a scan', () => {
  it('continues from its last step and ends with the right counts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-scan-'));
    try {
      const first = await openScanWorld({ folder });
      const { source } = first;
      source.communities.set('freelance', makePosts('freelance', 250, { buyerEvery: 10, newest: new Date() }));
      source.onRequest = (_, request) => (request === 1 ? Promise.resolve() : new Promise(() => undefined));
      const userId = await first.user(['freelance']);
      const jobId = await first.start(userId);
      await until('the first leads', async () => (await first.status(userId, jobId)).newLeadsFound > 0);
      await first.services.stop();
      source.onRequest = async () => undefined;
      const second = await openScanWorld({ folder, source });
      const job = await second.ended(userId, jobId);
      expect(job).toMatchObject({
        status: 'completed',
        newLeadsFound: 25,
        funnel: { fetched: 250, known: 0, created: 25 },
      });
      expect(residue(job)).toBe(0);
      expect(await second.leads(userId)).toBe(25);
      await second.services.stop();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
