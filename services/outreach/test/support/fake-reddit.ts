import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** The site's response to a write. `takes`: whether the site performs the write. `answer`: null to never answer. */
export interface Behaviour {
  readonly takes: boolean;
  readonly answer: { status?: number; headers?: Record<string, string>; body: unknown } | null;
  /** The answer is sent once this has resolved. If there is no answer, the connection closes then. */
  readonly after?: Promise<void>;
}

export interface Written {
  readonly path: string;
  /** The account whose token the request carried. */
  readonly username: string;
  readonly form: Record<string, string>;
}

/**
 * A fake community site for tests: issues tokens, accepts writes, lists an account's comments, and fails on request.
 */
export interface FakeReddit {
  readonly url: string;
  /** All requested writes, accepted or not. */
  readonly asked: Written[];
  readonly taken: Written[];
  readonly revoked: string[];
  readonly refreshes: string[];
  /** Sets the responses to the next writes, in their order. Later writes are accepted. */
  script(...behaviours: Behaviour[]): void;
  /** Whether the next write is never answered. */
  staysSilent(): boolean;
  /** Sets the status with which `/user/x/comments` fails; null restores the normal answer. */
  commentsStatus(status: number | null): void;
  /** An authorization code as the authorize page would issue it. */
  codeFor(username: string): string;
  /** From now on each refresh replaces the refresh token, which cannot be used again. */
  rotatesTokens(): void;
  /** Invalidates all access tokens of the account. */
  expire(username: string): void;
  /** Revokes the account's permission. */
  endPermission(username: string): void;
  /** Suspends the account until a time, null for no end; `undefined` ends it. Its writes answer 403. */
  suspend(username: string, until: Date | null | undefined): void;
  /** Sets the status of the next token requests; null restores the normal answer. */
  tokenStatus(status: number | null): void;
  stop(): Promise<void>;
}

interface State {
  codes: Map<string, string>;
  access: Map<string, string>;
  refresh: Map<string, string>;
  rotates: boolean;
  comments: { username: string; name: string; thing: string; body: string; createdAt: number }[];
  scripted: Behaviour[];
  commentsStatus: number | null;
  tokenStatus: number | null;
  suspended: Map<string, Date | null>;
  counter: number;
}

type Received = Pick<FakeReddit, 'asked' | 'taken' | 'revoked' | 'refreshes'>;

export async function fakeReddit(nowMs: () => number = Date.now): Promise<FakeReddit> {
  const state: State = {
    codes: new Map(),
    access: new Map(),
    refresh: new Map(),
    rotates: false,
    comments: [],
    scripted: [],
    commentsStatus: null,
    tokenStatus: null,
    suspended: new Map(),
    counter: 0,
  };
  const received: Received = { asked: [], taken: [], revoked: [], refreshes: [] };
  const server = createServer((req, res) => void respond(req, res, { state, received, nowMs }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  const drop = (map: Map<string, string>, username: string) => {
    for (const [token, owner] of map) if (owner === username) map.delete(token);
  };
  return {
    ...received,
    url: `http://127.0.0.1:${address.port}`,
    script: (...behaviours) => void state.scripted.push(...behaviours),
    staysSilent: () => state.scripted[0]?.answer === null && state.scripted[0].after === undefined,
    commentsStatus: (status) => (state.commentsStatus = status),
    suspend: (username, until) => {
      if (until === undefined) state.suspended.delete(username);
      else state.suspended.set(username, until);
    },
    tokenStatus: (status) => (state.tokenStatus = status),
    codeFor: (username) => {
      const code = `code-${(state.counter += 1)}`;
      state.codes.set(code, username);
      return code;
    },
    rotatesTokens: () => {
      state.rotates = true;
    },
    expire: (username) => drop(state.access, username),
    endPermission: (username) => [state.access, state.refresh].forEach((map) => drop(map, username)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface World {
  readonly state: State;
  readonly received: Received;
  readonly nowMs: () => number;
}

async function respond(req: IncomingMessage, res: ServerResponse, world: World): Promise<void> {
  const form = Object.fromEntries(new URLSearchParams(await text(req)));
  const { pathname } = new URL(req.url ?? '/', 'http://site');
  if (pathname === '/api/v1/access_token') return send(res, tokens(form, world));
  if (pathname === '/api/v1/revoke_token') {
    world.received.revoked.push(form['token'] ?? '');
    return send(res, { body: '' });
  }
  const username = world.state.access.get((req.headers.authorization ?? '').replace('Bearer ', ''));
  if (username === undefined) {
    if (req.method === 'POST') world.received.asked.push({ path: pathname, username: '', form });
    return send(res, { status: 401, body: { message: 'Unauthorized', error: 401 } });
  }
  if (pathname === '/api/v1/me') return send(res, { body: me(username, world.state) });
  if (pathname === `/user/${username}/comments`) return send(res, comments(username, world.state));
  const { after } = world.state.scripted[0] ?? {};
  const answer = write({ path: pathname, username, form }, world);
  await after;
  if (answer === null && after !== undefined) res.destroy();
  return send(res, answer);
}

function me(name: string, { suspended }: State) {
  const until = suspended.get(name)?.getTime() ?? null;
  const suspension_expiration_utc = until === null ? null : until / 1000;
  return { name, is_suspended: suspended.has(name), suspension_expiration_utc };
}

function tokens(form: Record<string, string>, { state, received }: World): Behaviour['answer'] {
  if (state.tokenStatus !== null) return { status: state.tokenStatus, body: '<html>' };
  const grown = (state.counter += 1);
  const given = form['code'] ?? form['refresh_token'] ?? '';
  const isCode = form['grant_type'] === 'authorization_code';
  const username = (isCode ? state.codes : state.refresh).get(given);
  if (!isCode) received.refreshes.push(given);
  if (isCode) state.codes.delete(given);
  if (username === undefined) {
    return isCode
      ? { body: { error: 'invalid_grant' } }
      : { status: 400, body: { message: 'Bad Request', error: 400 } };
  }
  const access_token = `secret-access-${grown}`;
  state.access.set(access_token, username);
  if (!isCode && !state.rotates) return { body: { access_token, expires_in: 3600 } };
  if (!isCode) state.refresh.delete(given);
  const refresh_token = `secret-refresh-${grown}`;
  state.refresh.set(refresh_token, username);
  return { body: { access_token, refresh_token, expires_in: 3600 } };
}

function comments(username: string, state: State): Behaviour['answer'] {
  if (state.commentsStatus !== null) return { status: state.commentsStatus, body: '' };
  const own = state.comments.filter((comment) => comment.username === username).toReversed();
  const children = own.map(({ name, thing, body, createdAt }) => ({
    kind: 't1',
    data: { name, parent_id: thing, body, created_utc: createdAt / 1000 },
  }));
  return { body: { kind: 'Listing', data: { after: null, children } } };
}

function write(written: Written, { state, received, nowMs }: World): Behaviour['answer'] {
  received.asked.push(written);
  if (state.suspended.has(written.username)) return { status: 403, body: { message: 'Forbidden', error: 403 } };
  const behaviour = state.scripted.shift();
  if (behaviour !== undefined && !behaviour.takes) return behaviour.answer;
  received.taken.push(written);
  const { form, username, path } = written;
  if (path === '/api/compose') return behaviour === undefined ? { body: { json: { errors: [] } } } : behaviour.answer;
  const name = `t1_c${(state.counter += 1)}`;
  state.comments.push({ username, name, thing: form['thing_id'] ?? '', body: form['text'] ?? '', createdAt: nowMs() });
  const made = { json: { errors: [], data: { things: [{ kind: 't1', data: { name, id: name.slice(3) } }] } } };
  return behaviour === undefined ? { body: made } : behaviour.answer;
}

function send(res: ServerResponse, answer: Behaviour['answer']): void {
  if (answer === null) return;
  const isText = typeof answer.body === 'string';
  res.writeHead(answer.status ?? 200, { 'content-type': isText ? 'text/html' : 'application/json', ...answer.headers });
  res.end(isText ? answer.body : JSON.stringify(answer.body));
}
