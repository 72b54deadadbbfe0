import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeAnswer, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { business, buyer, hostile, seller, stranger } from '@earshot/scoring/testing';

const entry = join(import.meta.dirname, '../src/score.ts');

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the real command in a separate process. `closeAfter` closes its output after that many characters, as `head` does. */
function run(args: readonly string[], env: Record<string, string> = {}, closeAfter = Infinity): Promise<Ran> {
  const { OPENAI_API_KEY: _key, ...rest } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...args], {
    env: { ...rest, ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
    if (out.length >= closeAfter) child.stdout.destroy();
  });
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, out, err });
    });
  });
}

describe('npm run score', () => {
  let folder = '';
  const file = (name: string): string => join(folder, name);
  const jsonLines = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-score-'));
    await writeFile(file('business.json'), JSON.stringify(business));
    await writeFile(file('posts.jsonl'), jsonLines([seller, buyer, ...hostile, stranger]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const both = (posts: string): string[] => ['--business', file('business.json'), '--posts', file(posts)];

  it('prints one JSON line a post in input order and nothing else', async () => {
    const { code, out, err } = await run(both('posts.jsonl'));
    expect([code, err]).toEqual([0, '']);
    const rows: unknown[] = out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(rows).toHaveLength(hostile.length + 3);
    expect(rows[1]).toEqual({
      id: 'buyer',
      score: expect.any(Number),
      relevance: 'high',
      matchReason: expect.stringContaining('“Looking for shipping software for my shop”'),
    });
  });

  it('reads the profile of the business and names a field that is wrong', async () => {
    const profile = { offer: 'shipping software', problems: ['labels by hand'], notFor: ['couriers'] };
    await writeFile(file('profile.json'), JSON.stringify({ ...business, ...profile, key: 'E9' }));
    await writeFile(file('wrong.json'), JSON.stringify({ ...business, problems: 'labels by hand' }));
    const scored = await run(['--business', file('profile.json'), '--posts', file('posts.jsonl')]);
    expect([scored.code, scored.err]).toEqual([0, '']);
    const wrong = await run(['--business', file('wrong.json'), '--posts', file('posts.jsonl')]);
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toBe(`score: ${file('wrong.json')}: problems: problems must be a list of texts\n`);
  });

  it('takes posts whose other fields are missing, names malformed lines and scores the rest', async () => {
    const rows = [
      '\uFEFF{"id":"bare"}',
      'no json',
      '',
      '{"title":"no id"}',
      '{"id":7,"title":null,"selftext":"labels","score":3}',
      '[]',
      '{"id":"x","title":5}',
    ];
    await writeFile(file('mixed.jsonl'), rows.join('\r\n'));
    const { code, out, err } = await run(both('mixed.jsonl'));
    expect(code).toBe(1);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => /"id":"(\w+)"/.exec(line)?.[1]),
    ).toEqual(['bare', '7']);
    const reported = err
      .trimEnd()
      .split('\n')
      .map((line) => /mixed\.jsonl, line (\d+): (\w+)/.exec(line)?.slice(1));
    expect(reported).toEqual([
      ['2', 'not'],
      ['4', 'id'],
      ['6', 'post'],
      ['7', 'title'],
    ]);
  });

  it('reads one line despite separators in its texts, and accepts Windows line ends', async () => {
    const post = { ...buyer, selftext: `${buyer.selftext}\u2028and\u2029more\u0085` };
    await writeFile(file('separators.jsonl'), `${JSON.stringify(post)}\r\n${JSON.stringify(seller)}\r\n`);
    const { code, out, err } = await run(both('separators.jsonl'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trim().split('\n')).toHaveLength(2);
  });

  it.each(['', '\n'])('prints nothing for an empty file, and reports that it is empty: %j', async (text) => {
    await writeFile(file('none.jsonl'), text);
    const err = `score: ${file('none.jsonl')} holds no posts\n`;
    expect(await run(both('none.jsonl'))).toEqual({ code: 0, out: '', err });
  });

  it.each<[string, () => string[], RegExp]>([
    ['a missing posts file', () => both('absent.jsonl'), /cannot read .*absent\.jsonl: ENOENT: no such file/],
    [
      'a missing business file',
      () => ['--business', file('absent.json'), '--posts', file('posts.jsonl')],
      /cannot read .*absent\.json/,
    ],
    [
      'a business that is no JSON',
      () => ['--business', file('posts.jsonl'), '--posts', file('posts.jsonl')],
      /posts\.jsonl is not JSON/,
    ],
    ['a folder for posts', () => ['--business', file('business.json'), '--posts', folder], /cannot read .*EISDIR/],
    ['an unknown option', () => [...both('posts.jsonl'), '--wat'], /Unknown option '--wat'[\s\S]*usage:/],
    ['a missing option', () => ['--posts', 'x'], /--business missing[\s\S]*usage:/],
    ['a model without a key', () => [...both('posts.jsonl'), '--model', 'gpt-5'], /OPENAI_API_KEY/],
  ])('reports what is wrong with %s and exits with 1', async (_name, args, message) => {
    const { code, out, err } = await run(args());
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('names the field of a business that is wrong', async () => {
    await writeFile(file('wrong.json'), '{"description":" "}');
    const { code, err } = await run(['--business', file('wrong.json'), '--posts', file('posts.jsonl')]);
    expect([code, err]).toEqual([1, `score: ${file('wrong.json')}: description: must not be empty\n`]);
  });

  it('ends quietly when its reader has seen enough', async () => {
    await writeFile(
      file('many.jsonl'),
      jsonLines(Array.from({ length: 3000 }, (_none, id) => ({ ...buyer, id: String(id) }))),
    );
    const { code, err } = await run(both('many.jsonl'), {}, 1);
    expect([code, err]).toEqual([0, '']);
  });

  it.each<[string, FakeAnswer, string]>([
    ['fails', { status: 500 }, 'The model server answered 500'],
    [
      'answers without a completion',
      { raw: '{"error":{"message":"overloaded"}}' },
      "The model server's answer is not a chat completion. Check that OPENAI_BASE_URL is the address of the server's API, which usually ends with /v1",
    ],
  ])(
    'leaves every post unscored, reports this once and exits with 1 when the server %s',
    async (_what, answer, words) => {
      const fake = await startFakeOpenAi(() => answer);
      const env = { OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: fake.baseUrl };
      const { code, out, err } = await run([...both('posts.jsonl'), '--model', 'gpt-5-mini'], env);
      await fake.close();
      expect(code).toBe(1);
      expect(out.match(/"score":null/g)).toHaveLength(hostile.length + 3);
      expect(err).toBe(`score: ${words}; the remaining posts are unscored\n`);
    },
  );
});
