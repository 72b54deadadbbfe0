import { appError } from '@earshot/core';
import { type Fetcher, OutboundError, type RefusalReason } from '@earshot/outbound';
import { readablePage, type ReadablePage } from '@earshot/sources';
import { pagesToRead } from '../domain/website.ts';

/** Pages of a site besides the first. */
const mostOthers = 4;
/** Shorter than the 10 s of a call between services. */
const deadlineMs = 8_000;
const pageMs = 5_000;
const largestPage = 2 * 1024 * 1024;
const mostRedirects = 4;
const mediaTypes = /^(?:text\/html|application\/xhtml\+xml)/i;

/** Why a page could not be read, and what the user can do. */
const reasons: Readonly<Record<RefusalReason, (host: string) => string>> = {
  'time-out': (host) => `${host} did not respond in time. Try again later`,
  unreachable: (host) => `it could not find or reach ${host}. Check the spelling of the address`,
  'no answer': (host) => `${host} sent no response. Try again later`,
  'answer too large': (host) => `the page at ${host} is too large. Describe your business in your own words`,
  'forbidden address': (host) => `${host} is not a public address. Enter the address of a public website`,
  'too many redirects': (host) =>
    `${host} redirects too many times. Enter the address where your website finally opens`,
  'unexpected content': (host) => `${host} did not send a web page. Enter the address of a web page`,
};

/**
 * Reads the page at `address` and at most four others of its site that say what the business does. Throws
 * website.unreadable, which says why, if the first page cannot be read; others are left out.
 */
export async function readWebsite(
  address: string,
  fetcher: Fetcher,
  leaving: AbortSignal,
): Promise<readonly ReadablePage[]> {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(deadlineMs)]);
  const first = await readPage(address, fetcher, signal).catch((error: unknown) => {
    if (leaving.aborted || !(error instanceof OutboundError || signal.aborted)) throw error;
    const reason = error instanceof OutboundError ? error.reason : 'time-out';
    throw unreadable(reasons[reason](new URL(address).host), error);
  });
  const others = pagesToRead(first.page, first.url).slice(0, mostOthers);
  const read = await Promise.all(
    others.map((one) =>
      readPage(one, fetcher, signal).then(
        ({ page }) => [page],
        () => [],
      ),
    ),
  );
  leaving.throwIfAborted();
  return [first.page, ...read.flat()];
}

async function readPage(address: string, fetcher: Fetcher, signal: AbortSignal) {
  const limits = { timeoutMs: pageMs, maxBytes: largestPage, redirects: mostRedirects, mediaTypes };
  const headers = { accept: 'text/html, application/xhtml+xml;q=0.9' };
  const { url, status, headers: answered, body } = await fetcher(address, { headers, signal, ...limits });
  if (status < 200 || status > 299)
    throw unreadable(`${new URL(url).host} returned error ${status}. Check the address`);
  return { url, page: readablePage(decoded(body, answered), url) };
}

/** In the character encoding that the server names; in UTF-8 if it names none that is known. */
function decoded(body: Uint8Array, headers: Headers): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function unreadable(reason: string, cause?: unknown) {
  const message = `Earshot could not read the website: ${reason}.`;
  return appError('website.unreadable', { message, fields: { address: message } }, cause);
}
