import { createLogger } from '@earshot/core';
import { leadContract } from '@earshot/proto/http';
import { startTestServices } from '@earshot/testing';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { route } from '../src/http/route.ts';
import { defineService } from '../src/service/service.ts';

const details = 'query of user 17 failed at 10.1.2.3';

it('an unexpected error is logged, and its answer names no detail', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const service = defineService({
    name: 'lead',
    database: null,
    config: z.object({}),
    serves: [leadContract.listSubreddits],
    calls: [],
    publishes: [],
    consumes: [],
    start: async () => ({ routes: [route(leadContract.listSubreddits, () => Promise.reject(new Error(details)))] }),
  });
  const services = await startTestServices([service], {
    platform: (own) => ({ ...own, log: createLogger({ name: own.service, level: 'info', stream }) }),
  });
  const { status, body } = await services.fetch(leadContract.listSubreddits, { userId: 'u1' });
  await services.stop();
  expect([status, body]).toEqual([
    500,
    { code: 'internal', message: 'Something went wrong on our side', requestId: expect.any(String) },
  ]);
  const logged = lines.filter((line) => line.includes('unexpected error'));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(details);
});
