import { leadContract } from '@earshot/proto/http';
import { startTestServices } from '@earshot/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { route } from '../src/http/route.ts';
import { defineService } from '../src/service/service.ts';
import { noSettings } from '../src/service/settings.ts';

const { deleteSubreddit } = leadContract;
/** The user and the id of each call that reached the handler. */
const handled: { userId: string; id: string }[] = [];

/** Deletes nothing, and fails for the id `broken`. */
const lead = defineService({
  name: 'lead',
  database: null,
  config: noSettings,
  serves: [deleteSubreddit],
  calls: [],
  publishes: [],
  consumes: [],
  start: async () => ({
    routes: [
      route(deleteSubreddit, async ({ userId, params: { id } }) => {
        handled.push({ userId, id });
        if (id === 'broken') throw new Error('mongodb://lead:the-secret@documents');
        return undefined;
      }),
    ],
  }),
});

const services = await startTestServices([lead]);
afterAll(() => services.stop());
beforeEach(() => void handled.splice(0));

const remove = (userId: string | null, id: string, headers: Record<string, string> = {}) =>
  services.fetch(deleteSubreddit, { userId, params: { id }, headers });

describe('a handler', () => {
  it.each(['x-user-id', 'x-earshot-user', 'x-earshot-user-id', 'user-id'])(
    'gets the user of the token, whatever %s says',
    async (name) => {
      expect(await remove('u1', 'one', { [name]: 'u2' })).toMatchObject({ status: 204 });
      expect(await remove(null, 'one', { [name]: 'u2' })).toMatchObject({ status: 401 });
      expect(handled).toEqual([{ userId: 'u1', id: 'one' }]);
    },
  );

  it('reveals nothing of an unexpected error', async () => {
    const reply = await remove('u1', 'broken');
    expect(reply).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(reply.body)).not.toContain('the-secret');
  });
});
