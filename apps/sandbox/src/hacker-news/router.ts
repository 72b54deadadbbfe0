import { STATUS_CODES } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { type Item, readItems } from './items.ts';
import { presentHit, presentItem } from './present.ts';
import { BadParameter, hasWords, mostHits, readNumber, readSearch } from './search.ts';

/** An error answer instead of the usual one. */
export interface Refusal {
  readonly status: number;
  readonly retryAfterSeconds?: number;
}

export interface HackerNewsOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called for each request. A result other than null becomes the answer. */
  readonly refuse?: (path: string) => Refusal | null;
}

/** Search words that produce errors. */
const refusals = new Map<string, Refusal>([
  ['sandbox_403', { status: 403 }],
  ['sandbox_429', { status: 429, retryAfterSeconds: 5 }],
  ['sandbox_500', { status: 500 }],
  ['sandbox_503', { status: 503 }],
]);

/** Stands in for both APIs of Hacker News: the item API under /v0, and the search API under /api/v1. */
export function hackerNewsRouter({ clock, refuse = () => null }: HackerNewsOptions): Router {
  const items = readItems(Math.floor(clock() / 1000));
  const all = [...items.values()];
  const isVisible = (item: Item) => item.deleted !== true && item.dead !== true;
  const router = Router();

  router.use((req, res, next) => {
    const refusal = refuse(req.path);
    if (refusal === null) next();
    else sendRefusal(res, refusal);
  });
  router.get('/v0/item/:id.json', (req, res) => {
    const item = items.get(Number(req.params.id));
    res.json(item === undefined ? null : presentItem(item));
  });
  const indexed = all.filter((item) => isVisible(item) || item.stillIndexed === true);
  router.get('/api/v1/search_by_date', (req, res) => sendSearch(req, res, indexed, items));
  return router;
}

function sendRefusal(res: Response, { status, retryAfterSeconds }: Refusal): void {
  if (retryAfterSeconds !== undefined) res.set('retry-after', String(retryAfterSeconds));
  res.status(status).json({ message: STATUS_CODES[status] ?? '', status });
}

function sendSearch(req: Request, res: Response, indexed: readonly Item[], items: ReadonlyMap<number, Item>): void {
  const query = new URL(req.url, 'http://site').searchParams;
  const refusal = refusals.get((query.get('query') ?? '').trim());
  if (refusal !== undefined) return sendRefusal(res, refusal);
  try {
    const search = readSearch(query);
    const found = indexed.filter((item) => search.matches(item) && hasWords(search, item, items.get(item.story)));
    res.json(pageOf(found, query, items));
  } catch (error) {
    if (!(error instanceof BadParameter)) throw error;
    res.status(400).json({ message: error.message, status: 400 });
  }
}

function pageOf(found: readonly Item[], query: URLSearchParams, items: ReadonlyMap<number, Item>) {
  const hitsPerPage = readNumber(query, 'hitsPerPage', 20, mostHits);
  const echoedQuery = { page: 0, hitsPerPage, query: query.get('query') ?? '', params: query.toString() };
  const hits = found.slice(0, hitsPerPage).map((item) => presentHit(item, items.get(item.story)));
  return { hits, nbHits: found.length, ...echoedQuery };
}
