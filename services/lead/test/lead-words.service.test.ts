import { newId } from '@earshot/core';
import { postWordsContract } from '@earshot/proto/http';
import { afterAll, expect, it } from '@jest/globals';
import { rememberRemoved } from '../src/store/removed-post-store.ts';
import { forgetInLeads } from '../src/store/forget-lead-post.ts';
import { leadIn, startLead } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

const wordsOf = async (userId: string, ids: readonly string[]) => {
  const options = { userId, issuer: 'realtime', body: { ids: [...ids] } } as const;
  return postWordsContract.listLeadWords.response.parse(
    (await world.services.fetch(postWordsContract.listLeadWords, options)).body,
  );
};

it('services read titles and reasons of leads of the user; that of a removed post says who removed it', async () => {
  const userId = newId();
  const [here, gone] = [await leadIn(world, userId, 'new'), await leadIn(world, userId, 'new')];
  const ofOther = await leadIn(world, newId(), 'new');
  const { redditPostId: postId = '' } = (await world.models().leads.findById(gone).lean()) ?? {};
  const removal = { source: 'sample', postId, by: 'author', at: new Date(), lead: null } as const;
  await rememberRemoved(removal, world.platform);
  await forgetInLeads(removal, world.platform);
  const words = await wordsOf(userId, [here, gone, ofOther, 'unknown']);
  expect(new Map(words.map(({ id, ...own }) => [id, own]))).toEqual(
    new Map([
      [here, { title: expect.stringMatching(/^Post t3_/), matchReason: 'Asks for a tool.' }],
      [gone, { title: 'Removed by its author', matchReason: '' }],
    ]),
  );
});
