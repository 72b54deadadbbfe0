import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { z } from 'zod';
import { exchangeToken, revokeToken } from '../domain/oauth.ts';
import { authorizePage } from './authorize-page.ts';
import { type Call, inputOf, pathOf, type SandboxDependencies, wantsRawJson } from './call.ts';
import { listCommentsBy } from './comments.ts';
import { showRules } from './communities.ts';
import type { Delivery } from './deliver.ts';
import { createGuard, type Guard } from './guard.ts';
import { listNewPosts, searchForCommunities } from './listings.ts';
import { refusal, type Reply, send } from './reply.ts';
import { createPages, isBrowser } from './pages.ts';
import { showMe, showThings } from './things.ts';
import { composeMessage, postComment } from './writes.ts';

type Handler = (call: Call, dependencies: SandboxDependencies) => Reply;

/** Treats `/r/x/new.json` and `/r/x/new/.json` as `/r/x/new`. */
const dropSuffix: RequestHandler = (request, _response, next) => {
  request.url = request.url.replace(/\/?\.json(?=$|\?)/, '');
  next();
};

const parserError = z.object({ status: z.union([z.literal(400), z.literal(413), z.literal(415)]) });

/** Answers an unreadable form with the site's bare error. Passes all other errors to the app that mounts the site. */
const answerFormErrors: ErrorRequestHandler = (error, request, response, next) => {
  const known = parserError.safeParse(error);
  if (!known.success) next(error);
  else send(response, refusal(known.data.status), wantsRawJson(request));
};

/** The paths that Earshot's Reddit source reads, each with the scope that its bearer token needs. */
const readRoutes: readonly (readonly [paths: string[], scope: string, handler: Handler])[] = [
  [['/r/:community/new', '/new'], 'read', listNewPosts],
  [['/r/:community/about/rules'], 'read', showRules],
  [['/subreddits/search'], 'read', searchForCommunities],
  [['/api/info'], 'read', showThings],
  [['/user/:name/comments'], 'history', listCommentsBy],
  [['/api/v1/me'], 'identity', showMe],
];

function mountPages(router: Router, dependencies: SandboxDependencies): void {
  const pages = createPages(dependencies);
  router.get(
    [
      '/comments/:id',
      '/r/:community/comments/:id',
      '/r/:community/comments/:id/:slug',
      '/r/:community/comments/:id/:slug/:comment',
    ],
    (request, response, next) => {
      if (isBrowser(request)) pages.showPost(request, response, pathOf(request).id ?? '');
      else next();
    },
  );
  router.get(['/', '/r/:community'], (request, response, next) => {
    if (isBrowser(request)) pages.showCommunity(request, response, pathOf(request).community ?? 'all');
    else next();
  });
  const toBrowsers =
    (page: RequestHandler): RequestHandler =>
    (request, response, next) =>
      isBrowser(request) ? page(request, response, next) : next();
  router.get('/sent', toBrowsers(pages.everything));
  router.get('/message/inbox/:name', toBrowsers(pages.inbox));
  router.get('/user/:name', toBrowsers(pages.bySender));
  const authorize = authorizePage(dependencies);
  router.get('/api/v1/authorize', authorize.show);
  router.post('/api/v1/authorize', authorize.decide);
}

function mountTokens(router: Router, guard: Guard, dependencies: SandboxDependencies): void {
  router.post('/api/v1/access_token', (request, response) => {
    const admission = guard.admitTokenRequest(request);
    if (admission.refused !== null) return send(response, admission.refused, true);
    const now = Math.floor(dependencies.clock() / 1000);
    const { status, body } = exchangeToken(inputOf(request), admission.clientId, now, dependencies.oauth);
    return send(response, { status, body, headers: admission.headers }, true);
  });
  router.post('/api/v1/revoke_token', (request, response) => {
    const admission = guard.admitTokenRequest(request);
    if (admission.refused !== null) return send(response, admission.refused, true);
    revokeToken(inputOf(request).token ?? '', admission.clientId, dependencies.oauth.tokens);
    return send(response, { status: 200, body: '', headers: admission.headers }, true);
  });
}

/**
 * The sandbox as a router with the Reddit API at its root: token endpoint, listings, things. Every answer,
 * including errors, has the shape that was recorded from the site. `delivery` sends the answers of calls with a token.
 */
export function createSandboxRouter(dependencies: SandboxDependencies, delivery: Delivery): Router {
  const router = express.Router();
  const guard = createGuard(dependencies);
  router.use(dropSuffix, express.urlencoded({ extended: false, limit: '150kb' }));

  const answer = (scope: string | null, handler: Handler) => (request: Request, response: Response) => {
    const admission = guard.admit(request, scope);
    if (admission.refused !== null) {
      send(response, admission.refused, wantsRawJson(request));
      return;
    }
    const now = Math.floor(dependencies.clock() / 1000);
    dependencies.posts.catchUp(now);
    const call = { input: inputOf(request), path: pathOf(request), grant: admission.grant, now, base: request.baseUrl };
    const reply = handler(call, dependencies);
    delivery.deliver(request, response, { ...reply, headers: { ...admission.headers, ...reply.headers } });
  };

  mountPages(router, dependencies);
  mountTokens(router, guard, dependencies);
  router.post('/api/comment', answer('submit', postComment));
  router.post('/api/compose', answer('privatemessages', composeMessage));
  for (const [paths, scope, handler] of readRoutes) router.get(paths, answer(scope, handler));
  router.use(answer(null, () => refusal(404)));
  router.use(answerFormErrors);
  return router;
}
