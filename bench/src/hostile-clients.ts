import { leadList } from '@earshot/proto/http/lead';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { Visitor } from '../../e2e/src/visitor.ts';
import { addCommunities, businessUser, scanOnce } from './business-user.ts';
import { memoryMb, sleep, startEarshot } from './earshot-process.ts';
import { percentile, table } from './figures.ts';

const community = 'large_posts';
const leads = 200;
/** The most characters of a draft. */
const longestDraft = 20_000;
/** Milliseconds of each measurement. */
const lookMs = 5_000;
const pauseMs = 20;

type Attack = (attacker: Visitor & { readonly userId: string }, until: AbortSignal) => Promise<void>;

/** Keeps `count` sockets open that send a text again and again, and opens a new one for each that is closed. */
const sockets =
  (count: number, everyMs: number, textOf: (userId: string) => string): Attack =>
  async ({ url, cookieHeader, userId }, until) => {
    const one = async () => {
      while (!until.aborted) {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie: cookieHeader } });
        socket.on('error', () => undefined);
        await new Promise<void>((resolve) => {
          for (const event of ['open', 'close']) socket.once(event, () => resolve());
        });
        while (!until.aborted && socket.readyState === WebSocket.OPEN) {
          socket.send(textOf(userId));
          await sleep(everyMs);
        }
        socket.terminate();
        await sleep(everyMs);
      }
    };
    await Promise.all(Array.from({ length: count }, one));
  };

const parallelReads: Attack = async (attacker, until) => {
  const one = async () => {
    while (!until.aborted) await attacker.ask('/api/drafts').catch(() => undefined);
  };
  await Promise.all(Array.from({ length: 16 }, one));
};

const unread: Attack = async ({ url, cookieHeader }, until) => {
  const calls = Array.from({ length: 100 }, () => {
    const call = request(`${url}/api/drafts`, { headers: { cookie: cookieHeader } }, (answer) => answer.pause());
    call.on('error', () => undefined).end();
    return call;
  });
  if (!until.aborted) await new Promise((resolve) => until.addEventListener('abort', resolve, { once: true }));
  for (const call of calls) call.destroy();
};

const large = JSON.stringify({ type: 'subscribe', filler: 'x'.repeat(60_000) });
const attacks: readonly (readonly [name: string, Attack])[] = [
  ['one socket at 0.9 MB a second', sockets(1, 66, () => large)],
  ['ten sockets with 60 KB of JSON', sockets(10, 10, () => large)],
  ['ten sockets that authenticate', sockets(10, 1, (userId) => JSON.stringify({ type: 'authenticate', userId }))],
  [`16 lists of ${leads} drafts at once`, parallelReads],
  [`100 lists of ${leads} drafts that nobody reads`, unread],
];

/**
 * Measures the calls of another user while one user's clients attack the whole product in one process, against the same
 * calls alone, and the most memory of the process so far.
 */
export async function benchHostileClients(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-hostile-'));
  const posts = join(folder, 'posts.jsonl');
  await writeFile(posts, Array.from({ length: leads }, (_, n) => JSON.stringify(postOf(n))).join('\n'));
  const earshot = await startEarshot(join(folder, 'data'), { SANDBOX_POSTS: posts });
  try {
    const [attacker, other] = [await businessUser(earshot.url, 'broad'), await businessUser(earshot.url, 'broad')];
    await writeDrafts(attacker);
    const alone = await latencies(other);
    const rows = [['alone', ...(await figures(alone, alone, earshot.pid))]];
    for (const [name, attack] of attacks) {
      const over = new AbortController();
      const attacking = attack(attacker, over.signal);
      await sleep(500);
      const beside = await latencies(other);
      over.abort();
      await attacking;
      rows.push([name, ...(await figures(beside, alone, earshot.pid))]);
      await sleep(2_000);
    }
    for (const line of table(['beside', 'calls', 'p50 ms', 'max ms', 'x p50', 'most MB'], rows)) print(line);
  } finally {
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function figures(ms: readonly number[], alone: readonly number[], pid: number): Promise<string[]> {
  const [p50, most] = [percentile(ms, 50), Math.max(...ms)];
  const { peakMb } = await memoryMb(pid);
  return [
    String(ms.length),
    p50.toFixed(1),
    most.toFixed(0),
    (p50 / percentile(alone, 50)).toFixed(1),
    peakMb.toFixed(0),
  ];
}

function postOf(n: number): object {
  const wish = 'My clients pay late. Which invoicing tool sends reminders? ';
  return {
    id: (20_000_000 + n).toString(36),
    subreddit: community,
    title: `Looking for invoicing software (${n})`,
    selftext: wish + `We are a studio of ${n} people. `.repeat(1_000).slice(0, 38_000),
    created_utc: 1_400_000_000 + n,
  };
}

/** Makes the posts leads of the user, and writes the longest draft that may be saved for each. */
async function writeDrafts(user: Visitor): Promise<void> {
  await addCommunities(user, [community]);
  for (let page = 1; page <= leads / 100; page += 1) {
    await scanOnce(user);
    const { leads: found } = await user.get(leadList, `/api/leads?status=all&limit=100&page=${page}`);
    for (const { id } of found) {
      const body = {
        messageType: 'dm',
        text: 'x'.repeat(longestDraft),
        subject: null,
        tone: 'casual',
        made: null,
        basedOn: null,
      };
      const { status } = await user.ask(`/api/leads/${id}/drafts`, { method: 'PUT', body });
      if (status >= 300) throw new Error(`the draft was answered with ${status}`);
    }
  }
}

async function latencies(user: Visitor): Promise<number[]> {
  const ms: number[] = [];
  for (const endMs = performance.now() + lookMs; performance.now() < endMs; await sleep(pauseMs)) {
    const startMs = performance.now();
    const { status } = await user.ask('/api/leads');
    if (status !== 200) throw new Error(`another user's call was answered with ${status}`);
    ms.push(performance.now() - startMs);
  }
  return ms;
}
