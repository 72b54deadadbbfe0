import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http';
import { configuration, emptyProfile, subreddit } from '@earshot/proto/http/lead';
import { sourceIds } from '@earshot/proto/values';
import { z } from 'zod';
import { noon, startLead } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

const { addSubreddit, deleteSubreddit, getConfiguration, getScanSettings, listSources, listSubreddits } = leadContract;
const { saveConfiguration, starSubreddit } = leadContract;
const missing = { status: 404, body: { code: 'subreddit.not-found' } };

async function add(userId: string, body: unknown) {
  const answer = await world.services.fetch(addSubreddit, { userId, body });
  return { status: answer.status, community: subreddit.parse(answer.body) };
}

async function names(userId: string): Promise<string[]> {
  const { body } = await world.services.fetch(listSubreddits, { userId });
  const communities = z.array(subreddit).parse(body);
  return communities.map(({ name }) => name);
}

describe('communities', () => {
  it('are added once, in any letter case and with any prefix, and listed in order', async () => {
    const userId = newId();
    const first = await add(userId, { name: '  r/SmallBusiness ' });
    expect(first).toEqual({
      status: 201,
      community: {
        id: first.community.id,
        userId,
        name: 'SmallBusiness',
        source: 'sample',
        sourceLabel: 'Sample data',
        communityLabel: 'r/SmallBusiness',
        isActive: true,
        isStarred: false,
        check: 'waiting',
        problem: null,
        createdAt: noon.toISOString(),
      },
    });
    expect(await add(userId, { name: '/R/smallbusiness', isActive: false })).toEqual({ ...first, status: 200 });
    expect((await add(userId, { name: 'SaaS', isActive: false })).community.isActive).toBe(false);
    expect(await names(userId)).toEqual(['SmallBusiness', 'SaaS']);
    expect(await names(newId())).toEqual([]);
  });

  it('are added once when many ask at the same time', async () => {
    const userId = newId();
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(userId, { name: 'startups' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.community.id)).size).toBe(1);
    expect(await names(userId)).toEqual(['startups']);
  });

  it('are starred and removed by their owner alone', async () => {
    const [userId, stranger] = [newId(), newId()];
    const { community } = await add(userId, { name: 'startups' });
    const params = { id: community.id };
    const star = (user: string, body: unknown) => world.services.fetch(starSubreddit, { userId: user, params, body });
    const remove = (user: string) => world.services.fetch(deleteSubreddit, { userId: user, params });

    expect(await star(stranger, { isStarred: true })).toMatchObject(missing);
    expect(await star(userId, {})).toMatchObject({ status: 400, body: { message: 'isStarred must be true or false' } });
    expect(await star(userId, { isStarred: true })).toMatchObject({
      status: 200,
      body: { ...community, isStarred: true },
    });
    expect(await star(userId, { isStarred: false })).toMatchObject({ status: 200, body: community });
    expect(await remove(stranger)).toMatchObject(missing);
    expect(await remove(userId)).toMatchObject({ status: 204, body: undefined });
    expect(await remove(userId)).toMatchObject(missing);
    expect(await names(userId)).toEqual([]);
  });
});

it('the sources of the installation are listed with what a client needs to offer them', async () => {
  const { body } = await world.services.fetch(listSources, { userId: newId() });
  const listed = listSources.response.parse(body);
  expect(listed.map(({ id }) => id)).toEqual(sourceIds.filter((id) => id !== 'reddit'));
  expect(listed.slice(0, 2)).toEqual([
    {
      id: 'sample',
      label: 'Sample data',
      sample: true,
      communityNoun: 'subreddit',
      nameHint: 'r/startups',
      searches: true,
      suggestions: [],
      sends: ['dm', 'comment'],
      onlyNew: false,
      offersNote: null,
    },
    {
      id: 'hacker-news',
      label: 'Hacker News',
      sample: false,
      communityNoun: 'community',
      nameHint: 'Ask HN or late payments',
      searches: false,
      suggestions: [
        ['ask', 'Ask HN'],
        ['show', 'Show HN'],
        ['new', 'HN new'],
        ['comments', 'HN comments'],
      ].map(([name, communityLabel]) => ({ name, source: 'hacker-news', sourceLabel: 'Hacker News', communityLabel })),
      sends: [],
      onlyNew: false,
      offersNote: null,
    },
  ]);
});

describe('a list of communities', () => {
  it('is published as it grows and shrinks', async () => {
    const userId = newId();
    const tea = (await add(userId, { name: 'tea' })).community;
    await add(userId, { name: 'TEA' });
    await world.services.fetch(deleteSubreddit, { userId, params: { id: tea.id } });
    const again = (await add(userId, { name: 'Tea', isActive: false })).community;
    await world.services.fetch(deleteSubreddit, { userId, params: { id: again.id } });
    const published = () => world.setUpEvents.filter((event) => event.userId === userId);
    const origin = { source: 'sample' };
    await until('four events', () => published().length >= 4);
    const byId = (id: string) => published().filter((event) => 'communityId' in event && event.communityId === id);
    expect(byId(tea.id)).toEqual([
      { what: 'added', userId, communityId: tea.id, ...origin, name: 'tea', isActive: true },
      { what: 'removed', userId, communityId: tea.id },
    ]);
    expect(byId(again.id)).toEqual([
      { what: 'added', userId, communityId: again.id, ...origin, name: 'Tea', isActive: false },
      { what: 'removed', userId, communityId: again.id },
    ]);
    expect(published()).toHaveLength(4);
    expect(await names(userId)).toEqual([]);
  });
});

describe('the configuration', () => {
  const defaults = {
    id: null,
    businessDescription: '',
    searchStrategy: 'mixed',
    maxLeadsPerScan: 100,
    scanFrequency: 'hourly',
    listen: false,
    notificationMethod: 'inapp',
    defaultDmLength: 'multiple_paragraphs',
    defaultReplyLength: 'multiple_paragraphs',
    businessCategory: null,
    ownTones: [],
    draftFacts: [],
    closingLine: '',
    ...emptyProfile,
    targetKeywords: null,
    productDescription: null,
    createdAt: null,
    updatedAt: null,
  };
  const get = async (userId: string) => {
    const { status, body } = await world.services.fetch(getConfiguration, { userId });
    return { status, body: configuration.parse(body) };
  };
  const save = (userId: string, body?: unknown) => world.services.fetch(saveConfiguration, { userId, body });

  it('is the defaults before the first save', async () => {
    const userId = newId();
    expect(await get(userId)).toEqual({ status: 200, body: { ...defaults, userId } });
  });

  it('keeps absent fields, an absent body too', async () => {
    const userId = newId();
    const sent = { businessDescription: 'We sell tea.', maxLeadsPerScan: 25, scanFrequency: 'manual', colour: 'red' };
    const first = await save(userId, sent);
    const saved = configuration.parse(first.body);
    const times = { createdAt: noon.toISOString(), updatedAt: noon.toISOString() };
    const { colour: _ignored, ...known } = sent;
    expect(saved).toEqual({ ...defaults, ...times, id: saved.id, userId, ...known });
    world.setTime(new Date(noon.getTime() + 1000));
    const second = await save(userId, { searchStrategy: 'focused' });
    const later = new Date(noon.getTime() + 1000).toISOString();
    const changed = { status: 200, body: { ...saved, searchStrategy: 'focused', updatedAt: later } };
    expect([second, await save(userId)]).toMatchObject([changed, changed]);
    world.setTime(noon);
    expect((await get(userId)).body.searchStrategy).toBe('focused');
    expect((await get(newId())).body.businessDescription).toBe('');
  });

  it('is made once when two first saves meet', async () => {
    const userId = newId();
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(userId, { maxLeadsPerScan: 50 })));
    expect(answers.map((answer) => answer.status)).toEqual(Array<number>(6).fill(200));
    expect(new Set(answers.map((answer) => configuration.parse(answer.body).id)).size).toBe(1);
  });

  it('is published at each save with its new state and a revision', async () => {
    const userId = newId();
    const published = () => world.setUpEvents.filter((event) => event.userId === userId);
    await save(userId, { scanFrequency: 'manual', businessDescription: ' ' });
    await save(userId, { businessDescription: 'We sell tea.' });
    await Promise.all(['broad', 'mixed', 'focused', 'broad'].map((searchStrategy) => save(userId, { searchStrategy })));
    await until('six events', () => published().length >= 6);
    const saved = { what: 'configuration', userId, scanFrequency: 'manual', notificationMethod: 'inapp' };
    expect(published()).toEqual([
      { ...saved, hasBusiness: false, revision: 1 },
      ...[2, 3, 4, 5, 6].map((revision) => ({ ...saved, hasBusiness: true, revision })),
    ]);
  });

  it('reads an older product description where the business description is empty', async () => {
    const userId = newId();
    await save(userId, { businessDescription: '  ' });
    const model = world.platform.documents.model('Configuration');
    await model.updateOne({ userId }, { $set: { productDescription: 'We sell tea.' } });
    expect((await get(userId)).body.businessDescription).toBe('We sell tea.');
  });

  it('returns what the scan service needs, with only the active communities', async () => {
    const userId = newId();
    await save(userId, { businessDescription: 'We sell tea.', searchStrategy: 'broad', maxLeadsPerScan: 50 });
    await add(userId, { name: 'tea' });
    await add(userId, { name: 'coffee', isActive: false });
    const ask = (issuer: 'scan' | 'gateway') => world.services.fetch(getScanSettings, { userId, issuer });
    expect(await ask('scan')).toMatchObject({
      status: 200,
      body: {
        businessDescription: 'We sell tea.',
        searchStrategy: 'broad',
        maxLeadsPerScan: 50,
        communities: [{ source: 'sample', name: 'tea' }],
      },
    });
    expect(await ask('gateway')).toMatchObject({ status: 403 });
  });
});
