import { readFileSync } from 'node:fs';
import { type Response, Router } from 'express';
import { z } from 'zod';

const file = new URL('./questions.json', import.meta.url);
const storedQuestions = z.array(
  z.strictObject({
    id: z.number().int().positive(),
    site: z.string(),
    tags: z.array(z.string()),
    /** Age when the site opens. */
    minutesAgo: z.number().positive(),
    by: z.string(),
    /** HTML, as in the API. */
    title: z.string(),
    body: z.string(),
    deleted: z.literal(true).optional(),
  }),
);
type StoredQuestion = z.output<typeof storedQuestions>[number];

/** Without a key, for one address. */
const quotaADay = 300;
const largestPage = 100;
/** Tags and words that make the API fail. */
const failures = new Map([
  [
    'sandbox_throttled',
    {
      error_id: 502,
      error_name: 'throttle_violation',
      error_message: 'too many requests from this IP, more requests available in 4321 seconds',
    },
  ],
  ['sandbox_500', { error_id: 500, error_name: 'internal_error', error_message: 'An unexpected error occurred' }],
  [
    'sandbox_503',
    { error_id: 503, error_name: 'temporarily_unavailable', error_message: 'Some part of the API is unavailable' },
  ],
  ['sandbox_403', { error_id: 403, error_name: 'access_denied', error_message: 'Access denied' }],
]);

/**
 * Stands in for version 2.3 of the Stack Exchange API, written from api.stackexchange.com/docs: questions, questions by
 * id and search, in the common wrapper, with a quota a day. The tag `sandbox_backoff` asks to wait.
 */
export function stackExchangeRouter({ clock }: { readonly clock: () => number }): Router {
  const openedAt = clock();
  const questions = storedQuestions.parse(JSON.parse(readFileSync(file, 'utf8')));
  let used = { day: '', requests: 0 };
  const router = Router();

  const answer = (res: Response, query: URLSearchParams, matches: (question: StoredQuestion) => boolean) => {
    const day = new Date(clock()).toISOString().slice(0, 10);
    used = { day, requests: (used.day === day ? used.requests : 0) + 1 };
    const site = query.get('site');
    const failure = [query.get('tagged'), query.get('q')].map((word) => failures.get(word ?? '')).find(Boolean);
    if (used.requests > quotaADay) return fail(res, failures.get('sandbox_throttled'));
    if (failure !== undefined) return fail(res, failure);
    if (!questions.some((question) => question.site === site))
      return fail(res, {
        error_id: 400,
        error_name: 'bad_parameter',
        error_message: `No site found for name \`${site}\``,
      });
    const [page, size] = [Number(query.get('page') ?? 1), Math.min(largestPage, Number(query.get('pagesize') ?? 30))];
    const found = questions.filter(
      (question) => question.site === site && question.deleted !== true && matches(question),
    );
    const items = found
      .slice((page - 1) * size, page * size)
      .map((question) => presented(question, { openedAt, query }));
    return res.json({
      items,
      has_more: found.length > page * size,
      ...(query.get('tagged') === 'sandbox_backoff' && { backoff: 10 }),
      quota_max: quotaADay,
      quota_remaining: quotaADay - used.requests,
    });
  };
  const queryOf = (url: string) => new URL(url, 'http://site').searchParams;
  router.get('/2.3/questions', (req, res) => {
    const query = queryOf(req.url);
    const tags = (query.get('tagged') ?? '').split(';').filter((tag) => tag !== '' && tag !== 'sandbox_backoff');
    answer(res, query, (question) => tags.every((tag) => question.tags.includes(tag)));
  });
  router.get('/2.3/questions/:ids', (req, res) => {
    const ids = req.params.ids.split(';').map(Number);
    answer(res, queryOf(req.url), ({ id }) => ids.includes(id));
  });
  router.get('/2.3/search/advanced', (req, res) => {
    const query = queryOf(req.url);
    const words = (query.get('q') ?? '').toLowerCase().split(/\s+/);
    answer(res, query, ({ title, body }) => words.every((word) => `${title} ${body}`.toLowerCase().includes(word)));
  });
  return router;
}

/** The API sends errors with status 400, whatever happened; the number is in the body. */
function fail(res: Response, error: object | undefined) {
  return res.status(400).json(error);
}

function presented(
  { id, site, tags, minutesAgo, by, title, body }: StoredQuestion,
  { openedAt, query }: { openedAt: number; query: URLSearchParams },
) {
  const host = site === 'stackoverflow' ? 'stackoverflow.com' : `${site}.stackexchange.com`;
  return {
    tags,
    owner: {
      account_id: id,
      user_id: id,
      user_type: 'registered',
      display_name: by,
      link: `https://${host}/users/${id}`,
    },
    is_answered: false,
    view_count: 12,
    answer_count: 1,
    score: 2,
    creation_date: Math.floor(openedAt / 1_000 - minutesAgo * 60),
    question_id: id,
    content_license: 'CC BY-SA 4.0',
    link: `https://${host}/questions/${id}/a-question`,
    title,
    ...(query.get('filter') === 'withbody' && { body }),
  };
}
