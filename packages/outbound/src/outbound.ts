import { AnswerTooLarge, maxAnswerBytes } from '@earshot/core';
import { type LookupAddress, type LookupAllOptions, lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, fetch as UndiciFetch } from 'undici';
import { type AllowedOutside, isAllowedAddress } from './allowed.ts';
import { OutboundError, type RefusalReason } from './outbound-error.ts';
import { socketOpener, type SocketOpener } from './socket.ts';

export interface OutboundRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** For the whole answer, redirects included. */
  readonly timeoutMs: number;
  /** Bytes of the unpacked body. */
  readonly maxBytes?: number;
  /** Redirects of a GET to follow; none by default. Each is checked like the first address. */
  readonly redirects?: number;
  /** Media types of successful answers, such as `/xml|html/`; any by default. */
  readonly mediaTypes?: RegExp;
}

export interface OutboundAnswer {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Sends one request. Throws OutboundError, or the signal's reason when `signal` aborted. */
export type Fetcher = (address: string, request: OutboundRequest) => Promise<OutboundAnswer>;

/** Requests to the outside. */
export interface Outbound {
  /**
   * For addresses that users type or sites name. Only the public internet and what the operator allows is asked. The
   * address that was checked is the one that is connected to, so a name cannot change its address in between.
   */
  readonly guarded: Fetcher;
  /** For addresses that the operator set: any network, with the same limits. */
  readonly trusted: Fetcher;
  /** WebSockets, guarded and trusted as requests are. */
  readonly sockets: { readonly guarded: SocketOpener; readonly trusted: SocketOpener };
}

/** Looks up all addresses of a name, as `lookup` of `node:dns` does. */
export type Resolver = (
  name: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Opens connections when they are needed. `resolve` is the look-up of names. `contact` tells sites how to reach the
 * operator.
 */
export function openOutbound(
  allowed: AllowedOutside,
  {
    resolve = dnsLookup,
    contact,
  }: { readonly resolve?: Resolver | undefined; readonly contact?: string | undefined } = {},
): Outbound {
  const lookup = guardedLookup(allowed, resolve);
  const userAgent = contact === undefined ? ownName : `${ownName} (+${contact})`;
  return {
    guarded: fetcher({ connect: { lookup } }, { userAgent, isAllowed: (url) => isAllowedUrl(url, allowed) }),
    trusted: fetcher({}, { userAgent, isAllowed: (url) => web.has(url.protocol) }),
    sockets: {
      guarded: socketOpener({ isAllowed: (url) => isAllowedUrl(url, allowed, live), lookup, userAgent, reasonOf }),
      trusted: socketOpener({ isAllowed: (url) => live.has(url.protocol), userAgent, reasonOf }),
    },
  };
}

/** How Earshot names itself where a site prescribes no form. Many sites refuse clients without a name. */
const ownName = 'earshot';
const web = new Set(['http:', 'https:']);
const live = new Set(['ws:', 'wss:']);
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

interface Client {
  readonly agent: Agent;
  readonly fetch: typeof UndiciFetch;
}

async function openClient(options: Agent.Options): Promise<Client> {
  const { Agent: HttpAgent, fetch } = await import('undici');
  return { agent: new HttpAgent(options), fetch };
}

interface Rules {
  readonly userAgent: string;
  readonly isAllowed: (url: URL) => boolean;
}

function fetcher(options: Agent.Options, { userAgent, isAllowed }: Rules): Fetcher {
  // Loaded with the first request: most processes never send one, and it takes 7 MB.
  let opened: Promise<Client> | null = null;
  return async (address, { signal, timeoutMs, redirects, ...request }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const ended = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    let url = new URL(address);
    try {
      for (let left = redirects ?? 0; ; left -= 1) {
        if (!isAllowed(url)) throw new OutboundError('forbidden address', url.host);
        const headers = { 'user-agent': userAgent, ...request.headers };
        const answer = await send(
          url,
          { ...request, headers },
          { client: await (opened ??= openClient(options)), signal: ended },
        );
        const next = redirectStatuses.has(answer.status) ? answer.headers.get('location') : null;
        if (next === null || redirects === undefined || !URL.canParse(next, url.href)) return answer;
        if (left <= 0) throw new OutboundError('too many redirects', url.host);
        url = new URL(next, url);
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof OutboundError) throw error;
      throw new OutboundError(timeout.aborted ? 'time-out' : reasonOf(error), url.host, error);
    }
  };
}

async function send(
  url: URL,
  {
    method = 'GET',
    headers = {},
    body,
    maxBytes,
    mediaTypes,
  }: Omit<OutboundRequest, 'signal' | 'timeoutMs' | 'redirects'>,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<OutboundAnswer> {
  const sent = {
    method,
    headers,
    redirect: 'manual' as const,
    signal,
    dispatcher: client.agent,
    ...(body !== undefined && { body }),
  };
  const answer = await client.fetch(url.href, sent);
  const { status } = answer;
  const type = answer.headers.get('content-type') ?? '';
  if (answer.ok && mediaTypes !== undefined && !mediaTypes.test(type)) {
    await answer.body?.cancel();
    throw new OutboundError('unexpected content', url.host);
  }
  return {
    url: url.href,
    status,
    headers: new Headers([...answer.headers]),
    body: await bounded(answer.body ?? [], maxBytes),
  };
}

/** All bytes of a body. Throws AnswerTooLarge beyond `maxBytes`, unpacked. */
async function bounded(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes = maxAnswerBytes,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isAllowedUrl(url: URL, allowed: AllowedOutside, schemes: ReadonlySet<string> = web): boolean {
  if (!schemes.has(url.protocol) || url.username !== '' || url.password !== '') return false;
  const host = hostOf(url);
  return isIP(host) === 0 || isAllowedAddress(host, allowed);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

class ForbiddenAddress extends Error {
  readonly code = 'EFORBIDDEN';
}

/** Fails unless every address of a name is allowed, so that it does not depend on which one is connected to. */
function guardedLookup(allowed: AllowedOutside, resolve: Resolver): LookupFunction {
  return (hostname, options, answer) => {
    const all = { ...options, all: true as const };
    resolve(hostname, all, (error, addresses) => {
      if (error !== null) return answer(error, '', 0);
      const isOpen = allowed.hosts.includes(hostname.toLowerCase());
      if (!isOpen && !addresses.every(({ address }) => isAllowedAddress(address, allowed)))
        return answer(new ForbiddenAddress(`${hostname} has an address that may not be asked`), '', 0);
      const [first] = addresses;
      if (options.all === true) return answer(null, addresses);
      return answer(null, first?.address ?? '', first?.family);
    });
  };
}

/** Codes of failed connections, for which no request was sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function reasonOf(error: unknown): RefusalReason {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AnswerTooLarge) return 'answer too large';
    if (cause instanceof ForbiddenAddress) return 'forbidden address';
    if ('code' in cause && typeof cause.code === 'string' && neverConnected.has(cause.code)) return 'unreachable';
  }
  return 'no answer';
}
