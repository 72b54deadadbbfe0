import { startAllInOne } from '@earshot/all-in-one/start';
import { afterAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Exit, runToExit, withProcess } from '../src/faults/process.ts';
import { Visitor } from '../src/visitor.ts';

const agent = 'server:earshot:v1 (by /u/somebody)';
const credentials = { email: 'startup@example.test', password: 'a quiet harbour' };

const root = await mkdtemp(join(tmpdir(), 'earshot-startup-'));
afterAll(() => rm(root, { recursive: true }));

/** Name, value, the expected error, further settings. */
const wrongSettings: readonly [string, string, RegExp, Record<string, string>?][] = [
  ['PORT', 'eighty', /port number/],
  ['PORT', '70000', /port number/],
  ['LOG_LEVEL', 'loud', /trace, debug, info, warn, error, silent/],
  ['SANDBOX_ARRIVALS_PER_HOUR', 'many', /number/],
  ['SANDBOX_REQUESTS_PER_MINUTE', '-1', /whole number/],
  ['EARSHOT_URL', 'not an address', /web address/],
  ['EARSHOT_URL', 'localhost:8080', /http:/],
  ['EARSHOT_URL', 'https://example.com/earshot', /no path/],
  ['EARSHOT_URL', 'https://ada:secret@example.com', /no path, query, user name or password/],
  ['EARSHOT_URL', 'https://example.com/?', /no path, query/],
  ['OPENAI_BASE_URL', 'http://localhost:11434/v1/chat/completions', /address of the API/],
  ['OPENAI_BASE_URL', 'http://localhost:11434/v1?version=1', /query/],
  ['USAGE_URL', 'https://ada:secret@example.com/usage', /no user name/],
  ['HACKER_NEWS_URL', 'https://example.com/?key=1', /query/],
  [
    'OIDC_ISSUER',
    'https://example.com/?tenant=1',
    /query/,
    { OIDC_CLIENT_ID: 'earshot', OIDC_CLIENT_SECRET: 'secret' },
  ],
  ['MAIL_LINKS_URL', 'https://example.com/earshot', /no path/],
  ['OPENAI_BASE_URL', 'localhost:11434/v1', /http:/],
  ['EARSHOT_ADMIN_EMAILS', 'ada@example.test, grace', /e-mail/],
  ['SMTP_URL', 'mail.example.test:25', /smtp:/],
  ['MAIL_FROM', 'Earshot', /name@example\.com/],
  ['REGISTRATIONS_PER_HOUR', '0', /whole number/],
  ['HOST', '192.0.2.1', /has no address.*127\.0\.0\.1/, { EARSHOT_URL: 'https://earshot.example' }],
  ['HOST', '0.0.0.0', /set EARSHOT_URL.*HOST to 127\.0\.0\.1/],
  ['EARSHOT_DEMO', 'perhaps', /true or false/],
  ['REDDIT_CLIENT_SECRET', '', /REDDIT_CLIENT_ID/, { REDDIT_CLIENT_ID: 'a-client', REDDIT_USER_AGENT: agent }],
  ['REDDIT_USER_AGENT', '', /REDDIT_CLIENT_ID/, { REDDIT_CLIENT_ID: 'a-client', REDDIT_CLIENT_SECRET: 'a-secret' }],
  ['REDDIT_USER_AGENT', 'mozilla', /<platform>/],
];

/** Expects one line on stderr that matches both parts, nothing on stdout, and exit code 1. */
function expectOneClearLine({ code, stdout, stderr }: Exit, what: RegExp, howToMend: RegExp): void {
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(what);
  expect(stderr).toMatch(howToMend);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

/**
 * Starts in this process, which takes a fraction of the time of a new one, and expects an error that matches both parts.
 * `main.ts` prints that error: see `expectOneClearLine`.
 */
async function expectRefusal(
  settings: Readonly<Record<string, string>>,
  what: RegExp,
  howToMend: RegExp,
): Promise<void> {
  const folder = await mkdtemp(join(root, 'refused-'));
  const printed: string[] = [];
  const given = { PORT: '0', SANDBOX_ARRIVALS_PER_HOUR: '0', EARSHOT_DATA: folder, ...settings };
  const error: unknown = await startAllInOne(given, root, (line) => printed.push(line)).then(
    async (running) => {
      await running.stop();
      return 'no error';
    },
    (cause: unknown) => cause,
  );
  const message = error instanceof Error ? error.message : String(error);
  expect(message).toMatch(what);
  expect(message).toMatch(howToMend);
  expect(message).not.toContain('\n');
  expect(printed).toEqual([]);
}

/** The bytes of every file in a folder, to check that nothing changes. */
async function contentsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'base64')] as const)));
}

describe('a start that cannot succeed reports in one line the fault and its fix', () => {
  it('a data folder that another process holds, which keeps running', async () => {
    const folder = join(root, 'held');
    await withProcess({ folder }, async (first) => {
      const visitor = new Visitor(first.url);
      expect((await visitor.ask('/api/auth/register', { method: 'POST', body: credentials })).status).toBe(201);
      const second = await runToExit({ folder });
      expectOneClearLine(second, /held by another/, /stop that one.*EARSHOT_DATA/);
      expect(second.stderr).toContain(folder);
      expect((await visitor.ask('/api/auth/user')).status).toBe(200);
      expect((await first.stop()).code).toBe(0);
    });
  });

  it('a port in use, with everything kept that was there', async () => {
    const folder = join(root, 'port');
    await withProcess({ folder }, ({ url }) =>
      new Visitor(url).ask('/api/auth/register', { method: 'POST', body: credentials }),
    );
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    for (const setting of ['PORT', 'METRICS_PORT']) {
      const exit = await runToExit({ folder, settings: { [setting]: port } });
      expectOneClearLine(exit, new RegExp(`${port} .*in use`), new RegExp(`set ${setting} to a free port`));
    }
    taken.close();
    const signIn = ({ url }: { url: string }) =>
      new Visitor(url).ask('/api/auth/login', { method: 'POST', body: credentials });
    expect((await withProcess({ folder }, signIn)).status).toBe(200);
  });

  it('a data folder that cannot be written, which is left as it was', async () => {
    // A file in the path refuses every user, including root, who may otherwise write anywhere.
    const file = join(root, 'a-file');
    await writeFile(file, 'not a folder');
    const folder = join(file, 'data');
    expectOneClearLine(await runToExit({ folder }), /cannot be written/, /EARSHOT_DATA/);
    expect(await readFile(file, 'utf8')).toBe('not a folder');
  });

  it.each(wrongSettings)('an unknown value of a setting: %s=%s', (name, value, howToMend, others = {}) =>
    expectRefusal({ ...others, [name]: value }, new RegExp(name), howToMend),
  );

  it('several wrong settings of several services, all in that line', async () => {
    const folder = await mkdtemp(join(root, 'settings-'));
    const settings = { LOG_LEVEL: 'loud', SMTP_URL: 'mail:25', REGISTRATIONS_PER_HOUR: '0', CALLS_PER_MINUTE: 'many' };
    const exit = await runToExit({ folder, settings });
    for (const name of Object.keys(settings)) expectOneClearLine(exit, new RegExp(`${name} must`), /whole number/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a wrong setting leaves the data as it was', async () => {
    const folder = join(root, 'kept');
    await withProcess({ folder }, async () => undefined);
    const before = await contentsOf(folder);
    expect(before.size).toBeGreaterThan(0);
    expect((await runToExit({ folder, settings: { LOG_LEVEL: 'loud' } })).code).toBe(1);
    expect(await contentsOf(folder)).toEqual(before);
  });

  it('a damaged lock file; damaged keys are created again, and files are readable only by their owner', async () => {
    const folder = await mkdtemp(join(root, 'damaged-'));
    await withProcess({ folder }, async () => undefined);
    await writeFile(join(folder, 'lock.sqlite'), 'no database at all');
    expectOneClearLine(await runToExit({ folder }), /lock\.sqlite.*not a database/, /delete that file/);
    await rm(join(folder, 'lock.sqlite'));
    await writeFile(join(folder, 'service-keys.json'), '');
    const visit = ({ url }: { url: string }) => Visitor.registered(url);
    expect((await withProcess({ folder }, visit)).userId).toMatch(/\w/);
    const kept = await readdir(folder, { recursive: true, withFileTypes: true });
    const modes = await Promise.all(kept.map((entry) => stat(join(entry.parentPath, entry.name))));
    expect(modes.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
  });

  it('a posts file that is not there', async () => {
    const missing = join(root, 'no-such-posts.jsonl');
    await expectRefusal({ SANDBOX_POSTS: missing }, /no-such-posts\.jsonl/, /SANDBOX_POSTS/);
  });

  it.each(['empty.jsonl', 'empty.jsonl.gz'])('a posts file without a byte: %s', async (name) => {
    const empty = join(root, name);
    await writeFile(empty, '');
    await expectRefusal({ SANDBOX_POSTS: empty }, new RegExp(`${name} holds no posts`), /Set SANDBOX_POSTS/);
  });
});

it('tracing, which needs a cluster, is reported as off if it is set', async () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  await withProcess({ folder: join(root, 'traced'), settings }, async ({ output }) => {
    expect(output().stdout).toMatch(/^traces +none: OTEL_EXPORTER_OTLP_ENDPOINT/m);
  });
});

it('a process that other machines reach prints the address that browsers use', async () => {
  const settings = { HOST: '0.0.0.0', EARSHOT_URL: 'https://earshot.example' };
  await withProcess({ folder: join(root, 'shared'), settings }, async ({ url }) => {
    expect(url).toBe('https://earshot.example');
  });
});

it('a malformed line of a posts file is named, and the rest loads', async () => {
  const file = join(root, 'posts.jsonl');
  const line = (id: string) =>
    JSON.stringify({ id, subreddit: 'webdev', title: `Post ${id}`, selftext: 'text', created_utc: 1_400_000_000 });
  await writeFile(file, [line('aaa1'), '{"id": broken', line('aaa2'), ''].join('\n'));
  await withProcess({ folder: join(root, 'malformed'), settings: { SANDBOX_POSTS: file } }, async ({ url, output }) => {
    const page = await new Visitor(url).ask('/sandbox/r/webdev/', { headers: { accept: 'text/html' } });
    expect(page.body).toEqual(expect.stringContaining('Post aaa1'));
    expect(page.body).toEqual(expect.stringContaining('Post aaa2'));
    const { stdout, stderr } = output();
    expect(stdout + stderr).toMatch(/line 2\b/);
    expect(stdout + stderr).not.toMatch(/line [13]\b/);
  });
});
