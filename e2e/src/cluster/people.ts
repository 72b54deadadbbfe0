import { until } from '@earshot/core/testing';
import { subreddit } from '@earshot/proto/http/lead';
import { z } from 'zod';
import { business, communities } from '../faults/posts.ts';
import { Visitor } from '../visitor.ts';
import { attempt, patient } from './patient.ts';

const password = 'a quiet harbour';
/** In milliseconds. A busy machine may occasionally answer 503. */
const patienceMs = 180_000;
const post = (body?: unknown) => ({ method: 'POST', body });

/** Registers a new account and signs in. Resolves with undefined when it is unknown whether the account exists. */
export async function signedUp(url: string, email: string): Promise<Visitor | undefined> {
  const visitor = new Visitor(url);
  const made = await attempt(visitor, '/api/auth/register', post({ email, password }));
  // An earlier call registered the account, but its answer was lost.
  const reply = made?.status === 409 ? await attempt(visitor, '/api/auth/login', post({ email, password })) : made;
  return reply !== null && reply.status < 300 ? visitor : undefined;
}

/** Creates an account with a business and communities, ready to scan. */
export async function readyToScan(url: string, name: string, maxLeadsPerScan = 100): Promise<Visitor> {
  const email = `${name}@example.test`;
  const visitor = await until(`${name} to be signed up`, () => signedUp(url, email), patienceMs, 100);
  const calls = patient(visitor, patienceMs);
  const configuration = { businessDescription: business, searchStrategy: 'broad', maxLeadsPerScan };
  await calls.get(z.unknown(), '/api/configuration', post(configuration));
  for (const community of communities) await calls.get(subreddit, '/api/subreddits', post({ name: community }));
  return visitor;
}
