import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { startTestServices } from '@earshot/testing';
import { authContract } from '@earshot/proto/http';
import { preferences } from '@earshot/proto/http/auth';
import { authService } from '../src/service.ts';

const { getPreferences, savePreferences } = authContract;
let now = new Date('2026-11-21T12:00:00.000Z');

const services = await startTestServices([authService], { clock: { now: () => now } });
afterAll(() => services.stop());

const save = (userId: string, body?: unknown) => services.fetch(savePreferences, { userId, body });
const get = (userId: string) => services.fetch(getPreferences, { userId });
const defaults = {
  id: null,
  leadScoringModel: 'gpt-5-mini',
  messageGenerationModel: 'gpt-5',
  maxLeadsPerDay: 100,
  emailNotifications: true,
  createdAt: null,
  updatedAt: null,
};

describe('preferences', () => {
  it('are the defaults before the first save, for other services too', async () => {
    const userId = newId();
    expect(await get(userId)).toMatchObject({ status: 200, body: { ...defaults, userId } });
    for (const issuer of ['scan', 'outreach'] as const) {
      expect(await services.fetch(getPreferences, { userId, issuer })).toMatchObject({ body: { ...defaults, userId } });
    }
    expect(await services.fetch(getPreferences, { userId, issuer: 'lead' })).toMatchObject({ status: 403 });
  });

  it('keep fields that a save omits', async () => {
    const userId = newId();
    const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    const first = await save(userId, { maxLeadsPerDay: 1000, emailNotifications: false, unknown: 1 });
    const { id } = preferences.parse(first.body);
    const saved = { ...defaults, ...times, id, userId, maxLeadsPerDay: 1000, emailNotifications: false };
    expect(first).toMatchObject({ status: 200, body: saved });
    now = new Date(now.getTime() + 1000);
    const changed = { ...saved, leadScoringModel: 'gpt-5', updatedAt: now.toISOString() };
    expect(await save(userId, { leadScoringModel: 'gpt-5' })).toMatchObject({ status: 200, body: changed });
    expect(await save(userId)).toMatchObject({ status: 200, body: changed });
    expect((await get(userId)).body).toEqual(changed);
    expect((await get(newId())).body).toMatchObject({ maxLeadsPerDay: 100 });
  });

  it('are created once by concurrent first saves', async () => {
    const userId = newId();
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(userId, { maxLeadsPerDay: 50 })));
    expect(new Set(answers.map((answer) => preferences.parse(answer.body).id)).size).toBe(1);
  });
});
