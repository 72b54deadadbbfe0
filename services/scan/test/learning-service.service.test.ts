import { type Lead, leadContract, leadList } from '@earshot/proto/http/lead';
import { type Learning, learning } from '@earshot/proto/http/learning';
import { scanContract, scanPreview } from '@earshot/proto/http/scan';
import { create, LeadRatedSchema, LeadStatusChangedSchema } from '@earshot/proto/events';
import type { CommunityPost } from '@earshot/sources';
import { until } from '@earshot/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { labelStore } from '../src/store/label-store.ts';
import { scanModels } from '../src/store/models.ts';
import { makePosts } from './fake-source.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
beforeEach(async () => {
  world = await openScanWorld();
});
afterEach(() => world.services.stop());

async function learned(userId: string): Promise<Learning> {
  return learning.parse((await world.services.fetch(scanContract.learning, { userId })).body);
}

async function leadsOf(userId: string): Promise<Lead[]> {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { limit: '100' } });
  return leadList.parse(body).leads;
}

const move = (userId: string, { id }: Lead, status: Lead['status']) =>
  world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id }, body: { status } });
const rate = (userId: string, { id }: Lead, rating: Lead['rating']) =>
  world.services.fetch(leadContract.rateLead, { userId, params: { id }, body: { rating } });
const turn = (userId: string, isOn: boolean) =>
  world.services.fetch(scanContract.turnLearning, { userId, body: { isOn } });
const forget = (userId: string) => world.services.fetch(scanContract.forgetLearning, { userId });

const counts = (userId: string, wanted: number, unwanted: number) =>
  until(`labels ${wanted} and ${unwanted}`, async () => {
    const { labels } = await learned(userId);
    return labels.wanted === wanted && labels.unwanted === unwanted;
  });

/** Every other post asks for a provider (about 9 points). The others describe a problem (about 6). */
function mixed(community: string, count: number): void {
  const trouble: Pick<CommunityPost, 'title' | 'selftext'> = {
    title: 'Struggling with late invoices',
    selftext:
      'My freelance clients pay their invoices late and I am struggling to chase them. Bookkeeping eats my weekends. How do others keep track of invoices?',
  };
  const posts = makePosts(community, count, { buyerEvery: 1, newest: new Date() });
  world.source.communities.set(
    community,
    posts.map((post, n) => (n % 2 === 0 ? post : { ...post, ...trouble })),
  );
}

const needOf = ({ aiAnalysis }: Pick<Lead, 'aiAnalysis'>) =>
  aiAnalysis.parts.find(({ name }) => name === 'need')?.category;
const learnedOf = ({ aiAnalysis }: Pick<Lead, 'aiAnalysis'>) =>
  aiAnalysis.parts.filter(({ name }) => name === 'learned');
const inCommunity = (leads: readonly Lead[], name: string) => leads.filter(({ subreddit }) => subreddit === name);

describe('labels', () => {
  it('follow contacts, skips, thumbs and withdrawals', async () => {
    mixed('freelance', 6);
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const [first, second, third] = await leadsOf(userId);
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few leads');
    expect(await learned(userId)).toMatchObject({ isOn: true, labels: { wanted: 0, unwanted: 0 }, updatedAt: null });
    await move(userId, first, 'contacted');
    await move(userId, second, 'skipped');
    await counts(userId, 1, 1);
    await rate(userId, first, 'down');
    await counts(userId, 0, 2);
    await rate(userId, first, null);
    await move(userId, second, 'new');
    await counts(userId, 1, 0);
    await rate(userId, third, 'up');
    await counts(userId, 2, 0);
    expect((await forget(userId)).status).toBe(204);
    expect(await learned(userId)).toMatchObject({ labels: { wanted: 0, unwanted: 0 } });
    await rate(userId, third, null);
    await rate(userId, third, 'down');
    await counts(userId, 0, 1);
  });

  it('stay right when events come twice, or late', async () => {
    const userId = await world.user(['freelance']);
    const { bus, event } = world.services.platformOf('lead');
    const moved = (postId: string, toStatus: string, revision: number) =>
      event({
        userId,
        payload: {
          case: 'leadStatusChanged',
          value: create(LeadStatusChangedSchema, { leadId: 'l', source: 'sample', postId, toStatus, revision }),
        },
      });
    const rated = (postId: string, rating: string | undefined, revision: number) =>
      event({
        userId,
        payload: {
          case: 'leadRated',
          value: create(LeadRatedSchema, {
            leadId: 'l',
            source: 'sample',
            postId,
            revision,
            ...(rating && { rating }),
          }),
        },
      });
    const events = [
      moved('a', 'new', 2),
      moved('a', 'contacted', 1),
      moved('a', 'new', 2),
      rated('b', 'down', 3),
      rated('b', undefined, 2),
      rated('b', 'up', 1),
      rated('b', 'down', 3),
      moved('c', 'skipped', 1),
      moved('c', 'skipped', 1),
      moved('last', 'contacted', 1),
    ];
    for (const { record } of events) await bus.publish([record]);
    // In the end b has a thumb down, c is skipped and a is undone. `last` shows that all events were handled.
    await counts(userId, 1, 2);
    const { labels } = await learned(await world.user([]));
    expect(labels).toEqual({ wanted: 0, unwanted: 0 });
  });

  it('are the newest up to the limit, and labels from before a deletion are not kept', async () => {
    const labels = labelStore(scanModels(world.services.platformOf('scan').documents), 5);
    const keep = (n: number) =>
      labels.keep({
        userId: 'collector',
        postId: `p${n}`,
        vector: null,
        at: new Date(n * 1_000),
        source: 'sample',
        action: { kind: 'rescue' },
      });
    for (const n of [3, 1, 8, 2, 5, 4, 7, 6]) await keep(n);
    const kept = async () => (await labels.of('collector')).map(({ postId }) => postId).sort();
    expect(await kept()).toEqual(['p4', 'p5', 'p6', 'p7', 'p8']);
    await labels.forget('collector', new Date(10_000));
    await keep(9);
    expect(await kept()).toEqual([]);
    await keep(11);
    expect(await kept()).toEqual(['p11']);
  });
});

describe('what was learned', () => {
  it('moves the scores of the next scans and previews of this user alone, until it is turned off', async () => {
    for (const community of ['freelance', 'smallbusiness', 'startups']) mixed(community, 24);
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const leads = await leadsOf(userId);
    expect(leads).toHaveLength(24);
    for (const lead of leads) await move(userId, lead, needOf(lead) === 'problem' ? 'contacted' : 'skipped');
    await counts(userId, 12, 12);
    const applied = await learned(userId);
    expect(applied).toMatchObject({ isApplied: true, note: expect.stringMatching(/^Applied: /) });

    const other = await world.user(['smallbusiness']);
    await world.services.fetch(leadContract.addSubreddit, { userId, body: { name: 'smallbusiness' } });
    const [again] = [await world.scan(userId), await world.scan(other)];
    // Learning does not make a scan judge posts again.
    expect(again.funnel).toMatchObject({ known: 24, scored: 24 });
    const mine = inCommunity(await leadsOf(userId), 'smallbusiness');
    const theirs = await leadsOf(other);
    for (const lead of mine) {
      const plain = theirs.find(({ redditPostId }) => redditPostId === lead.redditPostId);
      const points = learnedOf(lead).reduce((sum, part) => sum + part.points, 0);
      expect(Number(lead.score)).toBeCloseTo(Math.min(10, Number(plain?.score) + points));
      expect(Math.sign(points)).toBe(needOf(lead) === 'problem' ? 1 : -1);
      expect(Math.abs(points)).toBeLessThanOrEqual(1.5);
      expect(lead.aiAnalysis.scorerVersion).toMatch(/\+you-[0-9a-f]{8}$/);
      expect([plain?.aiAnalysis.scorerVersion, learnedOf(plain ?? lead)]).toEqual([
        expect.not.stringMatching('you'),
        [],
      ]);
    }
    const lowest = (need: string) =>
      Math.min(...mine.filter((lead) => needOf(lead) === need).map(({ score }) => Number(score)));
    expect(lowest('problem')).toBeGreaterThan(lowest('provider'));
    const preview = async () => {
      const { body } = await world.services.fetch(scanContract.previewScan, {
        userId,
        body: { subreddit: 'startups' },
      });
      return scanPreview.parse(body).posts;
    };
    expect((await preview()).map(needOf).slice(0, 12)).toEqual(Array<string>(12).fill('problem'));

    expect((await turn(userId, false)).body).toMatchObject({ isOn: false, isApplied: false, labels: applied.labels });
    expect((await preview()).flatMap(learnedOf)).toEqual([]);
    await world.services.fetch(leadContract.addSubreddit, { userId, body: { name: 'startups' } });
    await world.scan(userId);
    expect(inCommunity(await leadsOf(userId), 'startups').flatMap(learnedOf)).toEqual([]);
    expect((await turn(userId, true)).body).toMatchObject({ isApplied: true, note: applied.note });
  });
});
