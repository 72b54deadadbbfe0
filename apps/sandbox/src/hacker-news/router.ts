import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';
import { Router } from 'express';
import type { Item } from './items.ts';
import { readItems } from './items.ts';
import { presentHit, presentItem } from './present.ts';
import type { Search } from './search.ts';
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

const lists = new Map<string, (item: Item) => boolean>([
  ['newstories', ({ kind }) => kind !== 'comment'],
  ['askstories', ({ kind }) => kind === 'ask'],
  ['showstories', ({ kind }) => kind === 'show'],
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
  router.get('/v0/maxitem.json', (_req, res) => {
    res.json(Math.max(...items.keys()));
  });
  router.get('/v0/:list.json', (req, res) => {
    const belongs = lists.get(req.params.list);
    res.json(belongs === undefined ? null : all.filter((item) => belongs(item) && isVisible(item)).map(({ id }) => id));
  });
  const indexed = all.filter((item) => isVisible(item) || item.stillIndexed === true);
  router.get(['/api/v1/search_by_date', '/api/v1/search'], (req, res) => sendSearch(req, res, indexed, items));
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
    res.json(pageOf(found, search, query, items));
  } catch (error) {
    if (!(error instanceof BadParameter)) throw error;
    res.status(400).json({ message: error.message, status: 400 });
  }
}

function pageOf(found: readonly Item[], { words }: Search, query: URLSearchParams, items: ReadonlyMap<number, Item>) {
  const hitsPerPage = readNumber(query, 'hitsPerPage', 20, mostHits);
  const page = readNumber(query, 'page', 0, 1_000_000);
  const echoedQuery = { page, hitsPerPage, query: query.get('query') ?? '', params: query.toString() };
  const exhaustive = { exhaustive: { nbHits: true, typo: true }, exhaustiveNbHits: true, exhaustiveTypo: true };
  const times = { processingTimeMS: 1, processingTimingsMS: { total: 1 }, serverTimeMS: 2 };
  if (page * hitsPerPage >= mostHits) {
    const message = `you can only fetch the ${mostHits} hits for this query. You can extend the number of hits returned via the paginationLimitedTo index parameter or use the browse method.`;
    return { hits: [], nbHits: 0, nbPages: 0, message, ...echoedQuery, ...exhaustive, ...times };
  }
  const end = Math.min((page + 1) * hitsPerPage, mostHits);
  const hits = found.slice(page * hitsPerPage, end).map((item) => presentHit(item, items.get(item.story), words));
  const nbPages = hitsPerPage === 0 ? 0 : Math.ceil(Math.min(found.length, mostHits) / hitsPerPage);
  return { hits, nbHits: found.length, nbPages, ...echoedQuery, ...exhaustive, ...times };
}
