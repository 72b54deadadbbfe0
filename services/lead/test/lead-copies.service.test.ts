import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { consume, type EventOf } from '@earshot/event-bus';
import { leadContract } from '@earshot/proto/http';
import { type Lead, leadList } from '@earshot/proto/http/lead';
import type { FoundPostWords } from '@earshot/proto/http/post-words';
import type { FoundLimits } from '@earshot/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdmissionDependencies } from '../src/domain/admit-found-posts.ts';
import {
  deliver,
  deliverTogether,
  type Found,
  foundPost,
  type LeadWorld,
  noon,
  publishedFor,
  publishFound,
  startLead,
} from './support.ts';

let world: LeadWorld;
/** The users and leads of the published places, in the order of arrival. */
const placesAdded: { readonly userId: string; readonly leadId: string }[] = [];
beforeAll(async () => {
  world = await startLead();
  const leadPlaceAdded = async ({ userId, payload: { value } }: EventOf<'leadPlaceAdded'>) =>
    void placesAdded.push({ userId, leadId: value.leadId });
  await world.platform.bus.subscribe(
    consume({ group: 'test-places', topic: 'lead.events', handlers: { leadPlaceAdded } }),
  );
});
afterAll(() => world.stop());

const text =
  'Client owes me 4,200 and has gone quiet. I finished the project six weeks ago, he said he loved it, and now he does not ' +
  'answer any of my emails. Which tool do you use to chase invoices? I have rent to pay.';

type Fields = Partial<
  Pick<
    FoundPostWords & Required<FoundLimits>,
    'author' | 'content' | 'subreddit' | 'source' | 'title' | 'score' | 'rescued' | 'maxLeadsPerScan'
  >
>;

/** A post by ann. `days`: how many days before noon she wrote it. */
function post(jobId: string, postId: string, { days = 1, ...fields }: Fields & { days?: number } = {}): Found {
  const written = { author: 'ann', title: 'Client owes me 4,200', content: text, subreddit: 'freelance', ...fields };
  const postCreatedAt = new Date(noon.getTime() - days * 86_400_000).toISOString();
  return foundPost({ jobId, postId, ...written, postCreatedAt });
}

async function leadsOf(userId: string): Promise<Lead[]> {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { sortBy: 'oldest' } });
  return leadList.parse(body).leads;
}

/** The leads' posts, each with its other places. */
async function placesOf(userId: string): Promise<Record<string, string[]>> {
  const leads = await leadsOf(userId);
  return Object.fromEntries(
    leads.map(({ redditPostId, alsoIn }) => [redditPostId, alsoIn.map((place) => place.communityLabel)]),
  );
}

describe('the same text by one author', () => {
  it('is one lead with its other places, and the copies are refused as duplicates', async () => {
    const [userId, jobId] = [newId(), newId()];
    const shorter = post(jobId, 't3_b', { subreddit: 'smallbusiness', content: `${text} Thanks!` });
    await publishFound(world, userId, [post(jobId, 't3_a'), shorter, post(jobId, 't3_c', { subreddit: 'SaaS' })]);
    const news = await publishedFor(world, userId, ['t3_a', 't3_b', 't3_c']);
    expect(news).toMatchObject([
      { what: 'created', postId: 't3_a' },
      { what: 'refused', postId: 't3_b', reason: 'DUPLICATE' },
      { what: 'refused', postId: 't3_c', reason: 'DUPLICATE' },
    ]);
    const [lead, ...others] = await leadsOf(userId);
    expect(others).toEqual([]);
    expect(lead?.alsoIn).toEqual([
      {
        subreddit: 'smallbusiness',
        source: 'sample',
        sourceLabel: 'Sample data',
        communityLabel: 'r/smallbusiness',
        url: 'https://www.reddit.com/comments/t3_b',
        postCreatedAt: new Date(noon.getTime() - 86_400_000).toISOString(),
      },
      expect.objectContaining({ communityLabel: 'r/SaaS' }),
    ]);
  });

  it('in a later scan, and in another source, becomes a place of the lead that is there', async () => {
    const userId = newId();
    await deliver(userId, post(newId(), 't3_a'), world.admission());
    await deliver(userId, post(newId(), 't3_b', { subreddit: 'startups' }), world.admission());
    await deliver(userId, post(newId(), '77', { source: 'hackernews', subreddit: 'ask' }), world.admission());
    const [places, ...others] = Object.values(await placesOf(userId));
    expect(others).toEqual([]);
    expect(places).toHaveLength(2);
    expect(places?.[0]).toBe('r/startups');
    const [lead] = await leadsOf(userId);
    const added = await until('the news of both places', () => {
      const mine = placesAdded.filter((place) => place.userId === userId);
      return mine.length >= 2 && mine;
    });
    expect(added.map(({ leadId }) => leadId)).toEqual([lead?.id, lead?.id]);
  });

  it('counts once towards the limits', async () => {
    const [userId, jobId] = [newId(), newId()];
    const capped = { maxLeadsPerScan: 2 };
    const other = post(jobId, 't3_c', {
      ...capped,
      content: 'Which CRM is good for a bakery with two shops?',
      title: 'CRM',
    });
    const posts = [post(jobId, 't3_a', capped), post(jobId, 't3_b', { ...capped, subreddit: 'SaaS' }), other];
    await deliverTogether(userId, posts, world.admission());
    expect(await placesOf(userId)).toEqual({ t3_a: ['r/SaaS'], t3_c: [] });
  });

  it('stays a copy after it is edited', async () => {
    const userId = newId();
    await deliver(userId, post(newId(), 't3_a'), world.admission());
    await deliver(userId, post(newId(), 't3_b', { subreddit: 'SaaS' }), world.admission());
    const edited = post(newId(), 't3_b', { subreddit: 'SaaS', content: 'Solved, I found an accountant who helps me.' });
    await deliver(userId, edited, world.admission());
    expect(await placesOf(userId)).toEqual({ t3_a: ['r/SaaS'] });
  });

  it('becomes a lead if the user keeps the copy as one', async () => {
    const userId = newId();
    await deliver(userId, post(newId(), 't3_a'), world.admission());
    await deliver(userId, post(newId(), 't3_b', { subreddit: 'SaaS', rescued: true }), world.admission());
    expect(await placesOf(userId)).toEqual({ t3_a: [], t3_b: [] });
  });
});

describe('two leads remain', () => {
  it.each<[string, Fields & { days?: number }]>([
    ['of two authors', { author: 'bob' }],
    ['of an unknown author', { author: '[deleted]' }],
    [
      'of one author with another text',
      { content: 'My laptop broke. Which one is good for a designer who travels a lot?' },
    ],
    ['more than 30 days apart', { days: 32 }],
  ])('%s', async (_what, fields) => {
    const [userId, jobId] = [newId(), newId()];
    const author = fields.author === '[deleted]' ? { author: '[deleted]' } : {};
    await deliverTogether(userId, [post(jobId, 't3_a', author), post(jobId, 't3_b', fields)], world.admission());
    expect(await placesOf(userId)).toEqual({ t3_a: [], t3_b: [] });
  });

  it('of two users, each with the places of its own', async () => {
    const [ann, bob] = [newId(), newId()];
    await deliver(ann, post(newId(), 't3_a'), world.admission());
    await deliver(bob, post(newId(), 't3_b', { subreddit: 'SaaS' }), world.admission());
    expect([await placesOf(ann), await placesOf(bob)]).toEqual([{ t3_a: [] }, { t3_b: [] }]);
  });
});

describe('deliveries that are repeated or die', () => {
  it('add a place once, and refuse once', async () => {
    const [userId, jobId] = [newId(), newId()];
    const posts = [post(jobId, 't3_a'), post(jobId, 't3_b', { subreddit: 'SaaS' })];
    await publishFound(world, userId, [...posts, ...posts]);
    await deliverTogether(userId, posts, world.admission());
    for (const one of posts) await deliver(userId, one, world.admission());
    expect(await placesOf(userId)).toEqual({ t3_a: ['r/SaaS'] });
    const news = await publishedFor(world, userId, ['t3_a', 't3_b']);
    expect(news.map((event) => event.what)).toEqual(['created', 'refused']);
    // Events of one user arrive in order, so the place of a later copy comes after all of this one.
    await deliver(userId, post(newId(), 't3_c', { subreddit: 'startups' }), world.admission());
    const mine = () => placesAdded.filter((place) => place.userId === userId);
    await until('the news of the later place', () => mine().length >= 2);
    expect(mine()).toHaveLength(2);
  });

  it.each(['save', 'insert', 'leadWithout', 'addPlace'] as const)('after %s leave nothing out', async (dying) => {
    const [userId, jobId] = [newId(), newId()];
    const posts = [post(jobId, 't3_a'), post(jobId, 't3_b', { subreddit: 'SaaS' })];
    await expect(deliverTogether(userId, posts, dyingBefore(dying))).rejects.toThrow('killed');
    await deliverTogether(userId, posts, world.admission());
    expect(await placesOf(userId)).toEqual({ t3_a: ['r/SaaS'] });
    const stored = await world.models().quotas.findOne({ userId }).lean();
    expect(stored?.scans).toMatchObject([{ jobId, taken: [{ postId: 'sample:t3_a' }], refused: ['sample:t3_b'] }]);
  });
});

/** The dependencies of a process that is killed when it makes this call. */
function dyingBefore(
  call: 'save' | 'insert' | 'leadWithout' | 'addPlace',
): AdmissionDependencies & { saved: () => void } {
  const deps = world.admission();
  const killed = () => Promise.reject(new Error('killed'));
  if (call === 'save') return { ...deps, quotas: { ...deps.quotas, save: killed } };
  return { ...deps, leads: { ...deps.leads, [call]: killed } };
}
