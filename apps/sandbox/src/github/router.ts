import { readFileSync } from 'node:fs';
import express, { type Response, Router } from 'express';
import { z } from 'zod';

const file = new URL('./posts.json', import.meta.url);
const storedPost = z.strictObject({
  number: z.number().int().positive(),
  repository: z.string(),
  /** Null for an account that was deleted. */
  by: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  /** Age when the site opens. */
  minutesAgo: z.number().positive(),
  kind: z.enum(['bot', 'pull']).optional(),
  deleted: z.literal(true).optional(),
});
type StoredPost = z.output<typeof storedPost>;
const storedPosts = z.strictObject({ issues: z.array(storedPost), discussions: z.array(storedPost) });
const graphqlCall = z.object({
  query: z.string(),
  variables: z.object({ q: z.string(), first: z.number().int().min(1).max(100) }),
});

/** What can go wrong with a search, by a word in it. */
const faults: Readonly<Record<string, (res: Response, found: object) => void>> = {
  sandbox_401: (res) => res.status(401).json({ message: 'Bad credentials', status: '401' }),
  sandbox_403: (res) => res.status(403).json({ message: 'Forbidden', status: '403' }),
  sandbox_422: (res) => res.status(422).json({ message: 'Validation Failed', errors: [{ code: 'invalid' }] }),
  sandbox_429: (res) => res.status(429).set('retry-after', '90').json({ message: 'Secondary rate limit' }),
  sandbox_500: (res) => res.status(500).json({ message: 'Server Error' }),
  sandbox_malformed: (res) => res.json({ total_count: 3, incomplete_results: false, items: [{ id: 1 }, null, 'text'] }),
  sandbox_half: (res, found) => {
    const text = JSON.stringify(found);
    res.set('content-length', String(text.length)).write(text.slice(0, text.length / 2));
    setImmediate(() => res.destroy());
  },
};

const requestsAnHour = 60;

/**
 * Stands in for the REST and GraphQL APIs of GitHub, with the fields of recorded answers (octokit/fixtures): search of
 * issues, an issue by its number, and the search of discussions for those with a token. `repo:` limits a search; other
 * qualifiers have no effect. `sandbox_used_up` uses up the requests of the hour.
 */
export function githubRouter({ clock }: { readonly clock: () => number }): Router {
  const openedAt = clock();
  const { issues, discussions } = storedPosts.parse(JSON.parse(readFileSync(file, 'utf8')));
  const atOf = ({ minutesAgo }: StoredPost) =>
    `${new Date(openedAt - minutesAgo * 60_000).toISOString().slice(0, 19)}Z`;
  let used = { hour: 0, requests: 0 };
  const router = Router();
  router.use((_, res, next) => {
    const hour = Math.floor(clock() / 3_600_000);
    used = { hour, requests: (used.hour === hour ? used.requests : 0) + 1 };
    res.set('x-ratelimit-remaining', String(Math.max(0, requestsAnHour - used.requests)));
    res.set('x-ratelimit-reset', String((hour + 1) * 3_600));
    if (used.requests <= requestsAnHour) next();
    else res.status(403).json({ message: 'API rate limit exceeded' });
  });
  router.get('/search/issues', (req, res) => {
    const query = new URL(req.url, 'http://site').searchParams;
    const words = wordsOf(query.get('q') ?? '');
    if (words.includes('sandbox_used_up')) used.requests = requestsAnHour;
    const found = issues.filter((one) => one.deleted !== true && matches(one, words)).sort(newestFirst);
    const items = found.slice(0, Number(query.get('per_page') ?? 30)).map((one) => issueOf(one, atOf(one)));
    const answer = { total_count: found.length, incomplete_results: false, items };
    const fault = words.map((word) => faults[word]).find((one) => one !== undefined);
    if (fault === undefined) res.json(answer);
    else fault(res, answer);
  });
  router.get('/repos/:owner/:name/issues/:number', ({ params: { owner, name, number } }, res) => {
    const found = issues.find((one) => one.repository === `${owner}/${name}` && one.number === Number(number));
    if (found === undefined) return res.status(404).json({ message: 'Not Found' });
    if (found.deleted) return res.status(410).json({ message: 'This issue was deleted' });
    return res.json(issueOf(found, atOf(found)));
  });
  router.post('/graphql', express.json(), (req, res) => {
    if (!/^Bearer .+/.test(req.get('authorization') ?? ''))
      return res.status(401).json({ message: 'This endpoint requires you to be authenticated.' });
    const { data } = graphqlCall.safeParse(req.body);
    if (data === undefined) return res.json({ data: null, errors: [{ message: 'Parse error' }] });
    const found = discussions.filter((one) => matches(one, wordsOf(data.variables.q))).slice(0, data.variables.first);
    return res.json({ data: { search: { nodes: found.map((one) => discussionOf(one, atOf(one))) } } });
  });
  return router;
}

const newestFirst = (one: StoredPost, other: StoredPost) => one.minutesAgo - other.minutesAgo;

const wordsOf = (q: string) => q.toLowerCase().split(/\s+/);

function matches({ repository, title, body }: StoredPost, words: readonly string[]): boolean {
  const text = `${title} ${body}`.toLowerCase();
  return words.every((word) => {
    if (word.startsWith('repo:')) return word === `repo:${repository}`;
    return word.includes(':') || word.startsWith('sandbox_') || text.includes(word);
  });
}

function issueOf({ number, repository, by, title, body, kind }: StoredPost, at: string) {
  const api = `https://api.github.com/repos/${repository}`;
  const page = `https://github.com/${repository}/issues/${number}`;
  return {
    url: `${api}/issues/${number}`,
    repository_url: api,
    html_url: kind === 'pull' ? page.replace('/issues/', '/pull/') : page,
    id: number,
    number,
    title,
    user: by === null ? null : { login: by, id: number, type: kind === 'bot' ? 'Bot' : 'User', site_admin: false },
    labels: [],
    state: 'open',
    locked: false,
    comments: 2,
    created_at: at,
    updated_at: at,
    closed_at: null,
    author_association: 'NONE',
    body,
    reactions: { url: `${api}/issues/${number}/reactions`, total_count: 3, '+1': 3 },
    ...(kind === 'pull' && { pull_request: { url: `${api}/pulls/${number}` } }),
    score: 1,
  };
}

function discussionOf({ number, repository, by, title, body }: StoredPost, at: string) {
  return {
    url: `https://github.com/${repository}/discussions/${number}`,
    title,
    body,
    createdAt: at,
    upvoteCount: 5,
    author: by === null ? null : { login: by, __typename: 'User' },
    comments: { totalCount: 2 },
  };
}
