import { newId } from '@earshot/core';
import { viewContract } from '@earshot/proto/http';
import { leadView } from '@earshot/proto/http/lead-views';
import { limits } from '@earshot/proto/limits';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { noon, startLead } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

const { addView, changeView, deleteView, listViews } = viewContract;
const filters = { q: 'late invoices', status: 'new', minScore: 7.5, sortBy: 'score-high' };

const add = (userId: string, body: unknown) => world.services.fetch(addView, { userId, body });
async function added(userId: string, name: string, wanted: object = filters) {
  const { status, body } = await add(userId, { name, filters: wanted });
  expect(status).toBe(201);
  return leadView.parse(body);
}
const change = (userId: string, id: string, body: unknown) =>
  world.services.fetch(changeView, { userId, params: { id }, body });
const remove = (userId: string, id: string) => world.services.fetch(deleteView, { userId, params: { id } });
const list = async (userId: string) =>
  z.array(leadView).parse((await world.services.fetch(listViews, { userId })).body);

describe('saved views', () => {
  it('are kept with their filters, in the order in which they were saved', async () => {
    const userId = newId();
    expect(await list(userId)).toEqual([]);
    const first = await added(userId, '  Hot and new ');
    expect(first).toEqual({ id: first.id, name: 'Hot and new', filters, createdAt: noon.toISOString() });
    const everything = await added(userId, 'Everything', {});
    expect(await list(userId)).toEqual([first, everything]);
    expect(everything.filters).toEqual({});
    expect(await list(newId())).toEqual([]);
  });

  it('are renamed, changed and deleted, one at a time', async () => {
    const userId = newId();
    const [one, other] = [await added(userId, 'One'), await added(userId, 'Other')];
    expect((await change(userId, one.id, { name: 'ONE' })).body).toEqual({ ...one, name: 'ONE' });
    const wanted = { relevance: 'high' };
    expect((await change(userId, one.id, { filters: wanted })).body).toEqual({ ...one, name: 'ONE', filters: wanted });
    expect((await change(userId, one.id, {})).status).toBe(200);
    expect((await remove(userId, one.id)).status).toBe(204);
    expect(await list(userId)).toEqual([other]);
    expect(await remove(userId, one.id)).toMatchObject({ status: 404, body: { code: 'view.not-found' } });
    expect(await change(userId, one.id, {})).toMatchObject({ status: 404, body: { code: 'view.not-found' } });
  });

  it('have different names, also if two tabs save at once', async () => {
    const userId = newId();
    const both = await Promise.all([
      add(userId, { name: 'Same', filters }),
      add(userId, { name: 'SAME', filters: {} }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'view.name-taken',
      fields: { name: expect.stringMatching(/^You already have a view named “same”$/i) },
    });
    const other = await added(userId, 'Other');
    expect((await change(userId, other.id, { name: 'same' })).status).toBe(409);
    expect((await list(userId)).map(({ name }) => name.toLowerCase())).toEqual(['same', 'other']);
  });

  it('are at most 50, also if many are saved at once', async () => {
    const userId = newId();
    const names = Array.from({ length: limits.savedViews.most + 3 }, (_, n) => `View ${n}`);
    const answers = await Promise.all(names.map((name) => add(userId, { name, filters })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const { status, body } of refused) expect([status, body]).toMatchObject([409, { code: 'view.limit' }]);
    expect(await list(userId)).toHaveLength(50);
  });
});
