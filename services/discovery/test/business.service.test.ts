import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { appError, newId } from '@earshot/core';
import { pollReader, redditSettings, startTestServices, type TestServices, withSource } from '@earshot/testing';
import { type FakeOpenAi, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { discoveryContract } from '@earshot/proto/http';
import { businessCommunities, discovery, proposedProfile } from '@earshot/proto/http/discovery';
import { sandboxService } from '@earshot/sandbox';
import type { PollReader } from '@earshot/sources';
import { discoveryService } from '../src/service.ts';

const invoicing =
  'Invoicing and bookkeeping software for freelancers and small businesses: it sends invoices and chases late payments.';

/** Of its three good communities, the sandbox has one. */
const invoiceNest =
  'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios. Send proposals, ' +
  'track time, collect deposits and chase clients who do not pay.';

const services = await startTestServices([sandboxService, discoveryService]);
afterAll(() => services.stop());

const rank = async (on: TestServices, businessDescription: string, searchedFor = {}) => {
  const { body } = await on.fetch(discoveryContract.rankCommunities, {
    userId: newId(),
    body: { businessDescription, ...searchedFor },
  });
  return businessCommunities.parse(body);
};
const propose = async (on: TestServices, businessDescription: string) => {
  const { body } = await on.fetch(discoveryContract.proposeProfile, { userId: newId(), body: { businessDescription } });
  return proposedProfile.parse(body);
};
const check = (on: TestServices, name: string, source = 'sample') =>
  on.fetch(discoveryContract.checkCommunity, { userId: newId(), issuer: 'lead', body: { name, source } });

/** The real service whose sandbox, or Reddit, answers as `read` says. */
const withReader = (read: Partial<PollReader>, source: 'sample' | 'reddit' = 'sample') =>
  startTestServices([discoveryService], {
    settings: source === 'sample' ? {} : { SOURCES: source, ...redditSettings },
    platform: (own) => {
      const there = pollReader(own.sources.get(source).read);
      return { ...own, sources: withSource(own.sources, { read: { ...there, ...read } }, source) };
    },
  });

describe('the communities for a business', () => {
  it('exist, with why, their newest post and posts a day', async () => {
    const { communities: real, samples: communities } = await rank(services, invoicing);
    expect(real).toEqual([]);
    expect(communities.length).toBeGreaterThanOrEqual(3);
    expect(communities.length).toBeLessThanOrEqual(8);
    const { read } = services.platformOf('discovery').sources.get('sample');
    for (const { name, ...community } of communities) {
      const [newest] = (await pollReader(read).newPosts(name, { after: null, limit: 1 })).posts;
      expect((await check(services, name)).body).toEqual({ exists: true, near: [] });
      expect(community).toMatchObject({
        source: 'sample',
        members: expect.stringMatching(/./),
        reason: expect.stringMatching(/^[A-Z].*\.$/),
        postsPerDay: expect.any(Number),
        newestPost: { title: newest?.title, url: newest?.url },
      });
    }
  });

  it('are the next of the ranking where better ones do not exist', async () => {
    const { samples: communities, notInSample } = await rank(services, invoiceNest);
    expect(communities.map(({ name }) => name)).toEqual(['freelance', 'smallbusiness', 'Entrepreneur']);
    // They exist at the real site, so the answer names them.
    expect(notInSample.length).toBeGreaterThan(0);
    for (const { name } of notInSample) expect((await check(services, name)).body).toMatchObject({ exists: false });
  });

  it('are also those of the place where it works', async () => {
    const { samples: communities, notInSample } = await rank(services, invoiceNest, { location: 'Leeds, UK' });
    expect(communities.map(({ name }) => name)).toEqual(['freelance', 'smallbusiness', 'Entrepreneur']);
    expect(notInSample.map(({ name }) => name)).toContain('Leeds');
    const on = await withReader({ newPosts: async () => ({ posts: [], after: null }) }, 'reddit');
    try {
      const found = await rank(on, invoiceNest, { location: 'Leeds, UK' });
      expect(found.communities.at(-1)).toMatchObject({
        name: 'Leeds',
        reason: 'People in Leeds ask there for local recommendations.',
      });
    } finally {
      await on.stop();
    }
  });

  it('are fewer where fewer fit, with searches of other sources, which do not answer here', async () => {
    const asked: string[] = [];
    const on = await withReader({
      newPosts: async (name) => {
        asked.push(name);
        throw appError('source.not-found');
      },
    });
    try {
      const { samples: communities, searches } = await rank(on, invoicing);
      expect(asked.length).toBeGreaterThan(0);
      expect(communities).toEqual([]);
      expect(searches).toMatchObject([
        { source: 'hacker-news', name: 'search:late payments', reason: expect.stringContaining('"late payments"') },
        { source: 'hacker-news', name: 'search:bookkeeping software', isReady: false },
        { source: 'bluesky', name: 'search:late payments', isReady: false },
        { source: 'bluesky', name: 'search:bookkeeping software' },
      ]);
      const profile = { offer: 'invoice factoring', problems: ['unpaid invoices'] };
      expect((await rank(on, invoicing, profile)).searches.map(({ name }) => name)).toEqual([
        'search:unpaid invoices',
        'search:invoice factoring',
        'search:unpaid invoices',
        'search:invoice factoring',
      ]);
    } finally {
      await on.stop();
    }
  });

  it('come with real searches where they are samples, ready if their site answers', async () => {
    const asked: string[] = [];
    const nothing = { posts: [], after: null };
    const newPosts: PollReader['newPosts'] = async (name) => {
      asked.push(name);
      return nothing;
    };
    const on = await startTestServices([discoveryService], {
      platform: (own) => {
        const readerOf = (id: string) => pollReader(own.sources.get(id).read);
        const sandbox = { newPosts: async () => nothing, searchCommunities: async () => [] };
        const samples = withSource(own.sources, { read: { ...readerOf('sample'), ...sandbox } });
        const read = { ...readerOf('hacker-news'), newPosts };
        return { ...own, sources: withSource(samples, { read }, 'hacker-news') };
      },
    });
    try {
      const { samples, searches } = await rank(on, invoicing);
      expect(samples.length).toBeGreaterThan(2);
      expect(searches.map(({ source, isReady }) => [source, isReady])).toEqual([
        ['hacker-news', true],
        ['hacker-news', true],
        ['bluesky', false],
        ['bluesky', false],
      ]);
      // One request tells whether the site answers.
      expect(asked).toEqual(['search:late payments']);
    } finally {
      await on.stop();
    }
  });

  it('stay without figures while the source is away', async () => {
    const on = await withReader({ newPosts: () => Promise.reject(appError('source.unavailable')) });
    try {
      const { samples } = await rank(on, invoicing);
      expect(samples.length).toBeGreaterThanOrEqual(3);
      for (const community of samples) expect(community).toMatchObject({ postsPerDay: null, newestPost: null });
    } finally {
      await on.stop();
    }
  });
});

describe('a public search of an installation with sample data', () => {
  const find = async (on: TestServices, productDescription: string) => {
    const answer = await on.fetch(discoveryContract.discoverSubreddits, { userId: null, body: { productDescription } });
    return discovery.parse(answer.body).suggestions.suggestions;
  };

  it('rates only what the first run can watch, and says so of the others', async () => {
    const found = await find(services, invoiceNest);
    const available = found.filter(({ unavailable }) => unavailable === null);
    expect(available.length).toBeGreaterThan(0);
    for (const { name } of available) expect((await check(services, name)).body).toMatchObject({ exists: true });
    const others = found.slice(available.length);
    expect(others.length).toBeGreaterThan(0);
    for (const { name, ...other } of others) {
      expect((await check(services, name)).body).toMatchObject({ exists: false });
      expect(other).toMatchObject({
        relevance: 'low',
        unavailable: 'Not in the sample data; connect Reddit to hear it',
      });
    }
  });

  it('asks the real site nothing, and leaves out what it was seen to have closed', async () => {
    const asked: string[] = [];
    const newPosts = async (name: string) => {
      asked.push(name);
      throw appError('source.not-found');
    };
    const on = await withReader({ newPosts }, 'reddit');
    try {
      const before = await find(on, invoicing);
      expect(before.map(({ unavailable }) => unavailable)).toEqual(before.map(() => null));
      expect(asked).toEqual([]);
      await rank(on, invoicing);
      const closed = asked.map((name) => name.toLowerCase());
      const after = await find(on, invoicing);
      expect(after.map(({ name }) => name)).toEqual(
        before.map(({ name }) => name).filter((name) => !closed.includes(name.toLowerCase())),
      );
      expect(after.length).toBeLessThan(before.length);
    } finally {
      await on.stop();
    }
  });
});

describe('the check of a community', () => {
  it('says which exist, and names near to one that does not', async () => {
    expect((await check(services, 'freelance')).body).toEqual({ exists: true, near: [] });
    expect((await check(services, 'sandbox_private')).body).toEqual({ exists: true, near: [] });
    const { body } = await check(services, 'frelance');
    expect(body).toMatchObject({ exists: false });
    expect(discoveryContract.checkCommunity.response.parse(body).near[0]).toBe('freelance');
    expect((await check(services, 'qqqqzzzzqqqq')).body).toEqual({ exists: false, near: [] });
  });

  it('does not know while the source is away, and asks no source whose communities are fixed', async () => {
    const on = await withReader({ newPosts: () => Promise.reject(appError('source.unavailable')) });
    try {
      expect((await check(on, 'freelance')).body).toEqual({ exists: null, near: [] });
      expect((await check(on, 'search:invoicing', 'hacker-news')).body).toEqual({ exists: true, near: [] });
    } finally {
      await on.stop();
    }
  });
});

describe('a proposed profile', () => {
  let fake: FakeOpenAi | undefined;
  let on: TestServices | undefined;
  afterEach(async () => {
    await on?.stop();
    await fake?.close();
    [fake, on] = [undefined, undefined];
  });
  const withModel = async (content: string) => {
    fake = await startFakeOpenAi(() => ({ content }));
    on = await startTestServices([sandboxService, discoveryService], {
      settings: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl },
    });
    return on;
  };

  it('is parsed from the description without a model', async () => {
    expect(await propose(services, invoicing)).toEqual({
      offer: 'Invoicing and bookkeeping software',
      audience: 'freelancers and small businesses',
      problems: ['late payments'],
      alternatives: [],
      notFor: [],
      location: '',
      servesOnlyThere: false,
    });
  });

  it('is what the model answers, within the limits', async () => {
    const answered = {
      offer: ' invoicing   software ',
      audience: 'x'.repeat(300),
      problems: ['nobody pays', '', 'nobody pays'],
      alternatives: Array.from({ length: 30 }, (_, at) => `spreadsheet ${at}`),
      notFor: ['students'],
    };
    expect(await propose(await withModel(JSON.stringify(answered)), invoicing)).toEqual({
      offer: 'invoicing software',
      audience: 'x'.repeat(200),
      problems: ['nobody pays'],
      alternatives: answered.alternatives.slice(0, 8),
      notFor: ['students'],
      location: '',
      servesOnlyThere: false,
    });
  });

  it('is parsed when the model fails', async () => {
    expect(await propose(await withModel('no JSON'), invoicing)).toMatchObject({
      audience: 'freelancers and small businesses',
    });
  });
});
