import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { z } from 'zod';
import { openSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox.ts';

const AGENT = 'test:org.example.earshot:v1.0 (by /u/example)';

/** Names the viewer to the sites of these tests, in place of an internal token. */
export const viewerHeader = 'x-test-viewer';

/** Saturday noon, UTC. Tests advance the clock from here. */
export const NOON = Date.UTC(2026, 10, 21, 12);

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: unknown;
}

export interface Asking {
  token?: string | null;
  agent?: string | null;
  basic?: string | null;
  /** The signed-in Earshot user. */
  viewer?: string | undefined;
  form?: Record<string, string>;
}

export interface Site {
  sandbox: Sandbox;
  url: string;
  warnings: string[];
  /** Sends one request as a well-behaved client. Tests can remove any part of it. */
  ask(path: string, asking?: Asking): Promise<Answer>;
  /** Advances the site's clock by seconds. */
  pass(seconds: number): void;
  close(): Promise<void>;
}

const tokenBody = z.object({ access_token: z.string() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Uses node:http because fetch always sends a User-Agent and follows redirects. */
function exchange(url: URL, asking: Asking): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (asking.agent !== null) headers['user-agent'] = asking.agent ?? AGENT;
  if (typeof asking.token === 'string') headers.authorization = `bearer ${asking.token}`;
  if (typeof asking.basic === 'string') headers.authorization = `Basic ${Buffer.from(asking.basic).toString('base64')}`;
  if (asking.viewer !== undefined) headers[viewerHeader] = asking.viewer;
  const body = asking.form === undefined ? undefined : new URLSearchParams(asking.form).toString();
  if (body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      url,
      { method: body === undefined ? 'GET' : 'POST', headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const flat = Object.entries(response.headers).map(([key, value]) => [key, String(value)]);
          resolve({
            status: response.statusCode ?? 0,
            headers: z.record(z.string(), z.string()).parse(Object.fromEntries(flat)),
            text,
            json: parseJson(text),
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A site on a free port with an access token, and its clock stopped at noon. */
export async function openSite(options: Partial<SandboxOptions> = {}): Promise<Site> {
  let nowMs = NOON;
  const warnings: string[] = [];
  const sandbox = await openSandbox({
    dataDir: null,
    postsFile: null,
    arrivalsPerHour: 0,
    requestsPerMinute: 100_000,
    clock: () => nowMs,
    warn: (message) => warnings.push(message),
    viewer: (request) => request.get(viewerHeader) ?? null,
    ...options,
  });
  const server = createServer(express().disable('x-powered-by').use(sandbox.router));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = z.object({ port: z.number() }).parse(server.address());
  const url = `http://127.0.0.1:${address.port}`;
  let held = { token: '', untilMs: 0 };
  const currentToken = async (): Promise<string> => {
    if (nowMs >= held.untilMs) {
      const form = { grant_type: 'client_credentials' };
      const granted = await exchange(new URL('/api/v1/access_token', url), { basic: 'tests:secret', form });
      held = { token: tokenBody.parse(granted.json).access_token, untilMs: nowMs + 3_600_000 };
    }
    return held.token;
  };
  return {
    sandbox,
    url,
    warnings,
    ask: async (path, asking = {}) => {
      const token = asking.token === undefined ? await currentToken() : asking.token;
      return exchange(new URL(path, url), { ...asking, token });
    },
    pass: (seconds) => {
      nowMs += seconds * 1000;
    },
    close: async () => {
      sandbox.release();
      await new Promise((resolve) => server.close(resolve));
      sandbox.close();
    },
  };
}

const granted = z.object({ access_token: z.string(), refresh_token: z.string().optional() });

/** The client and redirect address that `linkAccount` uses. */
export const CLIENT = { basic: 'my-app:secret', redirectUri: 'http://127.0.0.1:8080/api/reddit/callback' };

/** Authorizes the application for an account, as a signed-in Earshot user if `viewer` is given, and returns its tokens. */
export async function linkAccount(
  site: Site,
  username: string,
  { scope = 'identity read submit privatemessages history edit', viewer }: { scope?: string; viewer?: string } = {},
): Promise<{ access: string; refresh: string }> {
  const query = new URLSearchParams({
    client_id: 'my-app',
    response_type: 'code',
    state: 's',
    redirect_uri: CLIENT.redirectUri,
    duration: 'permanent',
    scope,
  });
  const form = { ...Object.fromEntries(query), account: username, authorize: 'Allow' };
  const agreed = await site.ask('/api/v1/authorize', { token: null, form, viewer });
  const code = new URL(agreed.headers.location ?? '').searchParams.get('code') ?? '';
  const answer = await site.ask('/api/v1/access_token', {
    token: null,
    basic: CLIENT.basic,
    form: { grant_type: 'authorization_code', code, redirect_uri: CLIENT.redirectUri },
  });
  const tokens = granted.parse(answer.json);
  return { access: tokens.access_token, refresh: tokens.refresh_token ?? '' };
}

const listingBody = z.object({
  kind: z.literal('Listing'),
  data: z.object({
    after: z.string().nullable(),
    dist: z.number(),
    children: z.array(z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) })),
  }),
});

export interface Listing {
  after: string | null;
  kinds: string[];
  items: Record<string, unknown>[];
  names: string[];
}

export function listingOf(answer: Answer): Listing {
  const { data } = listingBody.parse(answer.json);
  const items = data.children.map((child) => child.data);
  return {
    after: data.after,
    kinds: data.children.map((child) => child.kind),
    items,
    names: items.map((item) => String(item.name)),
  };
}

/** The sorted names of the fields of an answer. */
export function fieldsOf(answer: Answer): string[] {
  return Object.keys(z.record(z.string(), z.unknown()).parse(answer.json)).sort();
}

/** A temporary folder. Tests call `remove` at the end. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'earshot-sandbox-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
