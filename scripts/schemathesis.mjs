// Runs schemathesis (PyPI) against the whole product: it generates test cases from the OpenAPI description and checks the answers.
// To run it alone: `node scripts/schemathesis.mjs`. Versions: e2e/schemathesis/requirements.txt.
import { freePorts, series } from '@earshot/core/testing';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const administrator = 'schemathesis-admin@example.test';
/** Seconds of the large run. The small runs end when their examples are done. */
const seconds = Number(process.env.SCHEMATHESIS_SECONDS ?? series({ ci: 45, soak: 900 }));

/** Operations that the large run skips, by their name in the contract, with the reason. */
const apart = {
  startLogin: 'leads to the identity provider, another site',
  finishLogin: 'is the way back from there',
  linkAccount: 'leads to the community site',
  finishLink: 'is the way back from there',
  register: 'signs in, which ends the session of the cookie that all calls share',
  login: 'the same',
  finishSecondStep: 'the same',
  signInByPasskey: 'the same',
  endUserSessions: 'ends that session, once it meets its user',
  disableUser: 'disables that account, once it meets its id',
  logout: 'ends that session',
  endSession: 'the same, once it meets its id',
  deleteUser: 'ends that account',
};
/** The skipped operations that run separately, each with a new session. */
const ending = ['register', 'login', 'logout', 'endSession', 'deleteUser'];

/** Finds schemathesis: the path in SCHEMATHESIS, or else `.cache/schemathesis` or the PATH. Returns undefined if there is none. */
export function findSchemathesis() {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'st'));
  const candidates = process.env.SCHEMATHESIS
    ? [process.env.SCHEMATHESIS]
    : [join(root, '.cache/schemathesis/bin/st'), ...onPath];
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts the product with an empty data folder and passes its address to `use`. */
async function withProduct(use) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-schemathesis-'));
  const [sandboxPort] = await freePorts(1);
  // The generated calls must not reach the real sites. Generated names are no addresses of feeds.
  const hackerNews = `http://127.0.0.1:${sandboxPort}/hacker-news`;
  const settings = {
    PORT: '0',
    EARSHOT_DATA: folder,
    SANDBOX_PORT: String(sandboxPort),
    HACKER_NEWS_URL: hackerNews,
    HACKER_NEWS_SEARCH_URL: hackerNews,
    STACK_EXCHANGE_URL: `http://127.0.0.1:${sandboxPort}/stack-exchange`,
    BLUESKY_STREAM_URLS: `ws://127.0.0.1:${sandboxPort}/bluesky`,
    BLUESKY_URL: `http://127.0.0.1:${sandboxPort}/bluesky`,
    SANDBOX_ARRIVALS_PER_HOUR: '0',
    CALLS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/all-in-one/src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const url = await new Promise((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
        const address = /ready at (http:\S+)/.exec(output)?.[1];
        if (address !== undefined) resolve(address);
      });
      void ended.then(() => reject(new Error(`Earshot ended before it was ready: ${output}`)));
    });
    return await use(url, folder);
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(url, path, { cookie, body }) {
  const headers = { 'content-type': 'application/json', cookie };
  const answer = await fetch(
    url + path,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Registers a user and returns the session cookie. */
async function newUser(url, email = `schemathesis-${randomUUID()}@example.test`) {
  const made = await ask(url, '/api/auth/register', { cookie: '', body: { email, password: 'a quiet harbour' } });
  const cookie = made.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  await ask(url, '/api/auth/confirm', { cookie, body: { password: 'a quiet harbour' } });
  return cookie;
}

/** Ids of existing objects that no operation deletes, by the operations that take them. Generated ids would only get 404. */
async function existingIds(url, cookie, jobId) {
  const { leads } = await (await ask(url, '/api/leads', { cookie })).json();
  const [lead] = leads;
  if (lead === undefined) throw new Error('the scan found no lead to ask about');
  const idsOf = {
    getLead: { id: lead.id },
    changeLeadStatus: { id: lead.id },
    generateMessage: { id: lead.id },
    scanStatus: { jobId },
    cancelScan: { jobId },
  };
  const tables = Object.entries(idsOf).map(
    ([name, ids]) =>
      `\n[[operations]]\ninclude-operation-id = "${name}"\n` +
      Object.entries(ids)
        .map(([key, value]) => `parameters."path.${key}" = ${JSON.stringify(value)}\n`)
        .join(''),
  );
  return { known: tables.join('') };
}

/** Creates an administrator with a configuration and leads, so that the operations have data to return. */
async function rich(url, folder) {
  const cookie = await newUser(url, administrator);
  const granting = [
    '--disable-warning=ExperimentalWarning',
    'apps/operations/src/main.ts',
    'admin',
    'grant',
    administrator,
  ];
  execFileSync(process.execPath, granting, { cwd: root, env: { PATH: process.env.PATH, EARSHOT_DATA: folder } });
  const businessDescription =
    'InvoiceNest: invoicing and late payment reminders for freelancers and small studios. Send proposals, collect ' +
    'deposits and chase clients who do not pay.';
  await ask(url, '/api/configuration', { cookie, body: { businessDescription, searchStrategy: 'broad' } });
  for (const name of ['freelance', 'smallbusiness']) await ask(url, '/api/subreddits', { cookie, body: { name } });
  await ask(url, '/api/leads/scan/start', { cookie, body: {} });
  for (;;) {
    const job = await (await ask(url, '/api/leads/scan/latest', { cookie })).json();
    if (!['pending', 'processing'].includes(job.status)) return { cookie, ...(await existingIds(url, cookie, job.id)) };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function run(st, url, { cookie, known = '', args }) {
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  const config = join(folder, 'schemathesis.toml');
  writeFileSync(config, readFileSync(`${root}e2e/schemathesis/schemathesis.toml`, 'utf8') + known);
  const where = ['--config-file', config, 'run', `${url}/api/openapi.json`, '--header', `Cookie: ${cookie}`];
  // schemathesis leaves folders in its working directory, so it does not run in the project.
  const child = spawn(st, [...where, ...args], { cwd: folder, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
  return code === 0;
}

/** Resolves to true if no check failed. */
export async function schemathesis(st) {
  return withProduct(async (url, folder) => {
    const without = Object.keys(apart).flatMap((name) => ['--exclude-operation-id', name]);
    const { cookie, known } = await rich(url, folder);
    const results = [await run(st, url, { cookie, known, args: ['--max-time', String(seconds), ...without] })];
    // If the session had ended during the run, every call would have been a 401 and the run would prove nothing.
    await ask(url, '/api/auth/user', { cookie });
    for (const name of ending) {
      const args = ['--include-operation-id', name, '--max-examples', '10', '--phases', 'examples,coverage,fuzzing'];
      results.push(await run(st, url, { cookie: await newUser(url), args }));
    }
    return results.every(Boolean);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const st = findSchemathesis();
  if (st === undefined) throw new Error('schemathesis is not installed: see e2e/schemathesis/requirements.txt');
  process.exit((await schemathesis(st)) ? 0 : 1);
}
