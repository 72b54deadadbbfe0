import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { appError, newId } from '@earshot/core';
import type { TestServices } from '@earshot/testing';
import { startTestServices, withSource } from '@earshot/testing';
import type { FakeOpenAi } from '@earshot/testing/fake-open-ai';
import { startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { discoveryContract } from '@earshot/proto/http';
import { businessCommunities, proposedProfile } from '@earshot/proto/http/discovery';
import { sandboxService } from '@earshot/sandbox';
import type { SourceReader } from '@earshot/sources';
import { discoveryService } from '../src/service.ts';

const invoicing =
  'Invoicing and bookkeeping software for freelancers and small businesses: it sends invoices and chases late payments.';

/** Of its three good communities, the sandbox has one. */
const invoiceNest =
  'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios. Send proposals, ' +
  'track time, collect deposits and chase clients who do not pay.';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([sandboxService, discoveryService]);
});
afterAll(() => services.stop());

const rank = async (on: TestServices, businessDescription: string) => {
  const { body } = await on.fetch(discoveryContract.rankCommunities, {
    userId: newId(),
    body: { businessDescription },
  });
  return businessCommunities.parse(body);
};
const propose = async (on: TestServices, businessDescription: string) => {
  const { body } = await on.fetch(discoveryContract.proposeProfile, { userId: newId(), body: { businessDescription } });
  return proposedProfile.parse(body);
};
const check = (on: TestServices, name: string, source = 'reddit') =>
  on.fetch(discoveryContract.checkCommunity, { userId: newId(), issuer: 'lead', body: { name, source } });

/** The real service whose site answers as `read` says. */
const withReader = (read: Partial<SourceReader>) =>
  startTestServices([discoveryService], {
    platform: (own) => {
      const there = own.sources.get('reddit').read;
      return { ...own, sources: withSource(own.sources, { read: { ...there, ...read } }) };
    },
  });

describe('the communities for a business', () => {
  it('exist, with why, an example post and posts a day', async () => {
    const { communities } = await rank(services, invoicing);
    expect(communities.length).toBeGreaterThanOrEqual(3);
    expect(communities.length).toBeLessThanOrEqual(8);
    for (const { name, ...community } of communities) {
      expect((await check(services, name)).body).toEqual({ exists: true, near: [] });
      expect(community).toMatchObject({
        source: 'reddit',
        members: expect.stringMatching(/./),
        reason: expect.stringMatching(/^[A-Z].*\.$/),
        postsPerDay: expect.any(Number),
        example: { title: expect.any(String), url: expect.stringContaining(`/r/`) },
      });
    }
  });

  it('are the next of the ranking where better ones do not exist', async () => {
    const { communities } = await rank(services, invoiceNest);
    expect(communities.map(({ name }) => name)).toEqual(['freelance', 'smallbusiness', 'Entrepreneur']);
  });

  it('are fewer where fewer fit, with searches of another source that are not requested', async () => {
    const asked: string[] = [];
    const on = await withReader({
      newPosts: async (name) => {
        asked.push(name);
        throw appError('source.not-found');
      },
    });
    try {
      const { communities, searches } = await rank(on, invoicing);
      expect(asked.length).toBeGreaterThan(0);
      expect(communities).toEqual([]);
      expect(searches.length).toBeGreaterThan(0);
      expect(searches.length).toBeLessThanOrEqual(3);
      for (const one of searches)
        expect(one).toMatchObject({ source: 'hacker-news', name: expect.stringMatching(/^search:\S/), reason: /./ });
    } finally {
      await on.stop();
    }
  });

  it('stay without figures while the source is away', async () => {
    const on = await withReader({ newPosts: () => Promise.reject(appError('source.unavailable')) });
    try {
      const { communities } = await rank(on, invoicing);
      expect(communities.length).toBeGreaterThanOrEqual(3);
      for (const community of communities) expect(community).toMatchObject({ postsPerDay: null, example: null });
    } finally {
      await on.stop();
    }
  });

  it('need a session and a description', async () => {
    const body = { businessDescription: ' ' };
    expect(await services.fetch(discoveryContract.rankCommunities, { userId: newId(), body })).toMatchObject({
      status: 400,
      body: { message: 'businessDescription is required' },
    });
    expect(await services.fetch(discoveryContract.rankCommunities, { userId: null, body })).toMatchObject({
      status: 401,
    });
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
    });
  });

  it('is parsed when the model fails', async () => {
    expect(await propose(await withModel('no JSON'), invoicing)).toMatchObject({
      audience: 'freelancers and small businesses',
    });
  });
});
