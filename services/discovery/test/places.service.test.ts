import { expect, it } from '@jest/globals';
import { appError, newId } from '@earshot/core';
import { discoveryContract } from '@earshot/proto/http';
import { businessCommunities } from '@earshot/proto/http/discovery';
import type { PollReader } from '@earshot/sources';
import { pollReader, startTestServices, withSource } from '@earshot/testing';
import { discoveryService } from '../src/service.ts';

const designers = 'Invoicing software for freelance designers. It sends invoices and chases late payments.';
const newestPost = { title: 'Client has not paid for six weeks', url: 'https://forum.example/t/1' };
const post = { ...newestPost, id: '1', selftext: '', author: 'somebody', score: 0, comments: 0, createdAt: new Date() };

/** What discovery offers a business while forums answer as `newPosts` says. */
async function placesWith(newPosts: PollReader['newPosts']) {
  const services = await startTestServices([discoveryService], {
    settings: { SOURCES: 'discourse' },
    platform: (own) => {
      const read = { ...pollReader(own.sources.get('discourse').read), newPosts };
      return { ...own, sources: withSource(own.sources, { read }, 'discourse') };
    },
  });
  try {
    const call = { userId: newId(), body: { businessDescription: designers } };
    return businessCommunities.parse((await services.fetch(discoveryContract.rankCommunities, call)).body).places;
  } finally {
    await services.stop();
  }
}

it('forums that fit a business are searched for its words, and are ready if they show posts', async () => {
  const places = await placesWith(async (community) => ({ posts: [{ ...post, community }], after: null }));
  expect(places.find(({ title }) => title === 'Invoice Ninja forum')).toMatchObject({
    source: 'discourse',
    name: 'https://forum.invoiceninja.com/search?q=late%20payments',
    reason: 'This community is about "freelance" and "invoicing". Earshot searches it for "late payments".',
    isReady: true,
    newestPost,
  });
  expect(places.map(({ title }) => title)).toContain('Webflow forum');
});

it('a forum that is gone is not offered, and one that does not answer is not ready', async () => {
  const places = await placesWith(async (name) => {
    throw appError(name.includes('webflow') ? 'source.not-found' : 'source.unavailable');
  });
  expect(places).toContainEqual(
    expect.objectContaining({ title: 'Invoice Ninja forum', isReady: false, newestPost: null }),
  );
  expect(places.map(({ title }) => title)).not.toContain('Webflow forum');
});
