import { until } from '@earshot/core/testing';
import { subreddit } from '@earshot/proto/http/lead';
import { z } from 'zod';
import { business, communities } from '../faults/posts.ts';
import { Visitor } from '../visitor.ts';
import { attempt, patient } from './patient.ts';

const password = 'a quiet harbour';
/** A busy machine may answer 503 now and then. */
const patienceMs = 180_000;
const post = (body?: unknown) => ({ method: 'POST', body });

/** Somebody signed in to a new account; undefined when nobody can say whether the account was made. */
export async function signedUp(url: string, email: string): Promise<Visitor | undefined> {
  const visitor = new Visitor(url);
  const made = await attempt(visitor, '/api/auth/register', post({ email, password }));
  // Registered before, by a call whose answer was lost.
  const reply = made?.status === 409 ? await attempt(visitor, '/api/auth/login', post({ email, password })) : made;
  return reply !== null && reply.status < 300 ? visitor : undefined;
}

/** Somebody with a new account, a business and communities, ready to scan. */
export async function readyToScan(url: string, name: string, maxLeadsPerScan = 100): Promise<Visitor> {
  const email = `${name}@example.test`;
  const visitor = await until(`${name} to be signed up`, () => signedUp(url, email), patienceMs, 100);
  const calls = patient(visitor, patienceMs);
  const configuration = { businessDescription: business, searchStrategy: 'broad', maxLeadsPerScan };
  await calls.get(z.unknown(), '/api/configuration', post(configuration));
  for (const community of communities) await calls.get(subreddit, '/api/subreddits', post({ name: community }));
  return visitor;
}
