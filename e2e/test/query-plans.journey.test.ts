import { user } from '@earshot/proto/http/auth';
import { ownFactorContract } from '@earshot/proto/http/auth-own-factors';
import { ownSession } from '@earshot/proto/http/gateway';
import { type Lead, subreddit } from '@earshot/proto/http/lead';
import { sentMessage } from '@earshot/proto/http/outreach';
import { closePosts, scanJob, scanPost, scanPosts } from '@earshot/proto/http/scan';
import { postFates } from '@earshot/proto/values';
import { until } from '@earshot/core/testing';
import { contracts } from '@earshot/proto/http';
import { examples } from '@earshot/proto/http/examples';
import { startEmbeddedDocuments } from '@earshot/service-kit/operations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { linkAccount } from '../src/link-account.ts';
import { connectModel, manageUsers } from '../src/administer.ts';
import { makeAdmin } from '../src/make-admin.ts';
import { type Product, startProduct } from '../src/product.ts';
import { unanswered, untilAnswered } from '../src/query-plans/answered-calls.ts';
import { changeLeads } from '../src/query-plans/change-leads.ts';
import { crowd } from '../src/query-plans/crowd.ts';
import { writeDrafts } from '../src/query-plans/write-drafts.ts';
import { readLeads } from '../src/query-plans/read-leads.ts';
import { type Asked, askedBy } from '../src/query-plans/shapes.ts';
import { addAuthenticatorApp } from '../src/second-factor.ts';
import { business } from '../src/set-up.ts';
import { type Ask, newEmail, Visitor } from '../src/visitor.ts';

const post = (body?: unknown) => ({ method: 'POST', body });
const patch = (body: unknown) => ({ method: 'PATCH', body });
const adminEmail = newEmail('admin');
const started = z.object({ jobId: z.string() });

/** Uses every feature, so that each service runs each of its queries at least once. */
async function live(product: Product): Promise<void> {
  const { url } = product;
  const admin = new Visitor(url);
  const search = post({ productDescription: business });
  await admin.ask('/api/public/discover-subreddits', search);
  await admin.ask('/api/public/discover-subreddits', search);
  await admin.ask('/api/auth/register', post({ email: adminEmail, password: 'a quiet harbour' }));
  await makeAdmin(product, adminEmail, async (path) => (await admin.ask(path)).status);
  const visitor = await Visitor.registered(url);
  const ask = (path: string, how?: Ask) => visitor.get(z.unknown(), path, how);
  await ask('/api/user-preferences', post({ emailNotifications: false }));
  await ask('/api/configuration', post({ businessDescription: business, searchStrategy: 'broad' }));
  await untilAnswered(product, 'listLeadsToJudge');
  const made = await visitor.get(subreddit, '/api/subreddits', post({ name: 'freelance' }));
  await ask('/api/subreddits', post({ name: 'webdev' }));
  await ask('/api/subreddits', post({ name: 'Freelance' }));
  await ask(`/api/subreddits/${made.id}/star`, patch({ isStarred: true }));
  await ask('/api/subreddits');
  await ask('/api/subreddits/suggestions?query=free');
  await ask('/api/leads/scan/preview', post({ subreddit: 'freelance' }));
  await scan(visitor);
  await lookIntoFunnel(visitor, await scan(visitor));
  const { jobId } = await visitor.get(started, '/api/leads/scan/start', post());
  await visitor.ask(`/api/leads/scan/cancel/${jobId}`, post());
  await ask('/api/leads/scan/latest');
  const leads = await readLeads(visitor);
  const id = leads[0]?.id ?? '';
  // While all leads are new, because only those are judged again.
  await ask('/api/configuration', post({ searchStrategy: 'mixed' }));
  await untilAnswered(product, 'applyScores');
  await ask(`/api/leads/${id}/status`, patch({ status: 'contacted' }));
  await ask(`/api/leads/${id}/rating`, { method: 'PUT', body: { rating: 'up' } });
  await changeLeads(visitor, id);
  await ask('/api/learning', patch({ isOn: true }));
  await ask('/api/learning');
  await ask('/api/learning', { method: 'DELETE' });
  await reachOut(visitor, leads[1]);
  await writeDrafts(visitor, id);
  await ask(`/api/subreddits/${made.id}`, { method: 'DELETE' });
  await ask('/api/auth/user');
  await ask('/api/analytics/stats');
  await admin.get(z.unknown(), '/api/admin/dashboard?timeRange=month');
  await admin.get(z.unknown(), '/api/admin/discovery-analytics?timeRange=month');
  await admin.get(z.unknown(), '/api/admin/sources/health');
  await admin.ask('/api/admin/model-test', post());
  await connectModel(await admin.confirm());
  for (const filter of ['', '?event=sign-in&outcome=success', `?account=${adminEmail}`, '?network=127.0.0.1'])
    await admin.get(z.unknown(), `/api/admin/security-events${filter}`);
  await manageUsers(admin, (await Visitor.registered(url)).userId);
  await useSecondFactor(url);
  await moveIn(url, visitor);
  await ask('/api/auth/logout', post({}));
  await visitor.ask('/api/auth/login', post({ email: 'nobody@example.test', password: 'a quiet harbour' }));
}

/** Sets up an authenticator app, signs in with it, and removes it. */
async function useSecondFactor(url: string): Promise<void> {
  const email = newEmail('two-step');
  const owner = await (await Visitor.registered(url, email)).confirm();
  await addAuthenticatorApp(owner);
  const path = '/api/auth/factors/recovery-codes';
  const { recoveryCodes } = await owner.get(ownFactorContract.newRecoveryCodes.response, path, post({}));
  const again = new Visitor(url);
  await again.ask('/api/auth/login', post({ email, password: 'a quiet harbour' }));
  await again.get(z.unknown(), '/api/auth/login/factor');
  await again.get(z.unknown(), '/api/auth/login/factor', post({ recoveryCode: recoveryCodes?.[0] }));
  await owner.ask('/api/auth/factors/totp', { method: 'DELETE' });
}

/** Calls that neither the scenario nor the examples can make, each with the reason why no query is missed. */
const byToken = 'a wrong token is looked for as a right one is';
const byPasskey = 'reads and writes passkeys and challenges by their id, and lists passkeys as listFactors does';
const byUser = 'deletes by the user, on whose id every collection has an index (wiring test)';
const leftOut: Readonly<Record<string, string>> = {
  resetPassword: byToken,
  unsubscribe: byToken,
  unsubscribePage: byToken,
  verifyEmail: byToken,
  confirmAddress: byToken,
  becomeFirstAdmin: byToken,
  finishLoginWithPassword: 'reads the account as login does',
  beginPasskey: byPasskey,
  addPasskey: byPasskey,
  removePasskey: byPasskey,
  confirmByPasskey: byPasskey,
  beginPasskeySignIn: byPasskey,
  signInByPasskey: byPasskey,
  confirmAtProvider: 'reads the account as confirmMethods does',
  deleteUser: byUser,
  forgetAddress: byUser,
  getContactDetails: 'looks for the lead as getLead does',
  describeByWebsite: 'reads a site, and no document',
  listSourceUsers: 'only after ten minutes of an outage; a range of the index of source and user',
};

/** Makes the calls that the scenario has not made, with the API's examples. */
async function askTheRest(url: string, names: readonly string[]): Promise<void> {
  const visitor = await (await Visitor.registered(url)).confirm();
  for (const name of names) {
    const endpoint = contracts[name];
    if (endpoint === undefined || !endpoint.callers.includes('gateway') || name === 'deleteUser') continue;
    const { method, path } = endpoint;
    const { params = {}, query = {}, body } = examples[name] ?? {};
    const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
    const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    await visitor.ask(`${filled}?${asked}`, { method, body });
  }
}

/** Signs in with a second browser, whose session the first one ends. */
async function moveIn(url: string, visitor: Visitor): Promise<void> {
  const { email } = await visitor.get(user, '/api/auth/user');
  await new Visitor(url).get(z.unknown(), '/api/auth/login', post({ email, password: 'a quiet harbour' }));
  const sessions = await visitor.get(z.array(ownSession), '/api/auth/sessions');
  const other = sessions.find(({ current }) => !current);
  await visitor.get(z.unknown(), `/api/auth/sessions/${other?.id}`, { method: 'DELETE' });
}

/** Reads every list of a scan's posts, and rescues a post that was dropped without a score. */
async function lookIntoFunnel(visitor: Visitor, id: string): Promise<void> {
  const { posts } = await visitor.get(scanPosts, `/api/leads/scan/${id}/posts?page=2`);
  await visitor.get(closePosts, `/api/leads/scan/${id}/close-posts`);
  for (const reason of postFates) await visitor.get(scanPosts, `/api/leads/scan/${id}/posts?reason=${reason}`);
  const dropped = posts.find((one) => one.canRescue);
  if (dropped === undefined) throw new Error('the scan dropped nothing');
  await visitor.get(scanPost, `/api/leads/scan/${id}/posts/${dropped.postId}/rescue`, post());
}

/** Sends a message of each kind, records contacts by hand, and reads the lists of both. */
async function reachOut(visitor: Visitor, lead: Lead | undefined): Promise<void> {
  if (lead === undefined) throw new Error('the scan found too few leads');
  const { id: leadId, author, url: postUrl } = lead;
  const accountId = await linkAccount(visitor, 'quiet_otter');
  const comment = post({ accountId, leadId, postUrl, comment: 'Have a look' });
  await visitor.ask('/api/reddit/send-comment', comment);
  await visitor.ask('/api/reddit/send-comment', comment);
  const dmTo = (recipientUsername: string) => post({ accountId, leadId, recipientUsername, message: 'Hello' });
  const keyed = { ...dmTo(author), headers: { 'idempotency-key': 'once' } };
  await visitor.ask('/api/reddit/send-dm', keyed);
  await visitor.ask('/api/reddit/send-dm', keyed);
  const left = await visitor.get(sentMessage, '/api/reddit/send-dm', dmTo('sandbox_malformed'));
  await visitor.ask(`/api/reddit/messages/${left.id}/settle`, post({ status: 'failed' }));
  await visitor.ask('/api/reddit/send-dm', dmTo('error_TOO_OLD'));
  const contact = { messageType: 'dm', content: 'By hand', recipient: author };
  for (const status of ['new', 'contacted', 'new'] as const) {
    await until(`the lead to be ${status}`, async () => {
      const { body } = await visitor.ask(`/api/leads/${leadId}/status`, patch({ status, ...contact }));
      return JSON.stringify(body).includes(`"status":"${status}"`);
    });
  }
  const [sent] = await visitor.get(z.array(z.object({ id: z.string() })), '/api/activity/comments');
  for (const one of [`reddit/messages/${left.id}`, `activity/${sent?.id}`]) await visitor.ask(`/api/${one}`);
  for (const list of ['activity/dms', 'reddit/messages', 'notifications']) await visitor.ask(`/api/${list}`);
  await visitor.ask('/api/notifications/read', post({}));
  await visitor.ask(`/api/reddit/accounts/${accountId}/check`, post());
  await visitor.ask(`/api/reddit/accounts/${accountId}`, { method: 'DELETE' });
}

async function scan(visitor: Visitor): Promise<string> {
  const { jobId } = await visitor.get(started, '/api/leads/scan/start', post());
  await until('the scan to end', async () => {
    const job = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return job.status === 'completed' || job.status === 'failed';
  });
  return jobId;
}

const plan = z.object({
  queryPlanner: z.object({ winningPlan: z.unknown() }),
  executionStats: z.object({ nReturned: z.number(), totalDocsExamined: z.number() }),
});
/** So few documents need no dedicated index: the rest of the filter is checked after an index on one key. */
const slack = 2;

const asked = new Map<string, Asked>();
let scrape: string;
let folder: string;
let documents: Awaited<ReturnType<typeof startEmbeddedDocuments>> | undefined;
let client: MongoClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-plans-'));
  const product = await startProduct({
    folder,
    // FerretDB explains queries with PostgreSQL plans, which do not count examined documents.
    mongo: null,
    platform: (platform) => {
      const listen = (event: unknown) => {
        for (const one of askedBy(platform.documents.name, event)) asked.set(one.shape, one);
      };
      platform.documents.on('operation-start', listen);
      return platform;
    },
  });
  try {
    await live(product);
    await askTheRest(product.url, unanswered(await product.scrape()));
    scrape = await product.scrape();
  } finally {
    await product.stop();
  }
  documents = await startEmbeddedDocuments({ folder });
  client = new MongoClient(documents.uri);
  for (const database of new Set([...asked.values()].map((one) => one.database))) await crowd(client.db(database));
});

afterAll(async () => {
  if (documents !== undefined) await client.close();
  await documents?.stop();
  await rm(folder, { recursive: true });
});

/** Queries are captured from the services, so indexes are tested against the queries that really run. */
describe('every database query of every service', () => {
  it('is run by the calls of every contract, so that a new call is included', () => {
    const missing = unanswered(scrape).filter((name) => !Object.hasOwn(leftOut, name));
    const remedy =
      'did not succeed: call it in scenario() or give its reason in leftOut, in query-plans.journey.test.ts';
    expect(missing.map((name) => `${name} ${remedy}`)).toEqual([]);
    expect(Object.keys(leftOut).filter((name) => !Object.hasOwn(contracts, name))).toEqual([]);
  });

  it('is captured', () => {
    const databases = new Set([...asked.values()].map((one) => one.database));
    expect([...databases].sort()).toEqual(['analytics', 'auth', 'discovery', 'gateway', 'lead', 'outreach', 'scan']);
    expect(asked.size).toBeGreaterThan(40);
  });

  it('uses an index that also sorts, and examines few more documents than it returns', async () => {
    const wrong: unknown[] = [];
    for (const one of asked.values()) {
      const { stages, returned, examined } = await explain(one);
      const few = examined <= slack;
      const byIndex = few || !/COLLSCAN|"SORT"/.test(stages);
      if (!byIndex || examined > returned * 1.1 + slack) wrong.push({ shape: one.shape, returned, examined, stages });
    }
    expect(wrong).toEqual([]);
  });

  it('would be reported without an index', async () => {
    const command = { find: 'leads', filter: { title: 'nothing' }, sort: { author: 1 } };
    const { stages, examined } = await explain({ database: 'lead', collection: 'leads', shape: '', command });
    expect(stages).toContain('COLLSCAN');
    expect(examined).toBeGreaterThan(slack);
  });
});

async function explain({ database, command }: Asked): Promise<{ stages: string; returned: number; examined: number }> {
  const answer = await client.db(database).command({ explain: command, verbosity: 'executionStats' });
  const { queryPlanner, executionStats } = plan.parse(answer);
  const { nReturned: returned, totalDocsExamined: examined } = executionStats;
  return { stages: JSON.stringify(queryPlanner.winningPlan), returned, examined };
}
