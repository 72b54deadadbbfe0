import { newId } from '@earshot/core';
import { leadContract } from '@earshot/proto/http';
import { startTestServices } from '@earshot/testing';
import { expect, it } from '@jest/globals';
import { leadService } from '../src/service.ts';

it('a source sends nothing where no account can be linked, because the sandbox is closed to browsers', async () => {
  const sendsOf = async (settings: Record<string, string>) => {
    const services = await startTestServices([leadService], { settings });
    const { body } = await services.fetch(leadContract.listSources, { userId: newId() });
    await services.stop();
    return leadContract.listSources.response.parse(body)[0]?.sends;
  };
  const EARSHOT_URL = 'https://earshot.example';
  expect(await sendsOf({ EARSHOT_URL })).toEqual([]);
  expect(await sendsOf({ EARSHOT_URL, EARSHOT_DEMO: 'true' })).toEqual(['dm', 'comment']);
});
