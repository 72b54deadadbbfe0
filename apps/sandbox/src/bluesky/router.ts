import express, { Router } from 'express';
import { z } from 'zod';
import { type Network, postCollection } from './network.ts';

const membersAtOnce = 100;
const record = z.looseObject({ text: z.string() });
const write = z.object({
  repo: z.string(),
  collection: z.literal(postCollection),
  rkey: z.string().optional(),
  record: record.optional(),
});
const account = z.object({ repo: z.string(), status: z.string().default('deactivated') });

/** Lists of the network by their record key. */
const lists = new Map([
  [
    '3freelancers',
    { by: 'lena.bsky.example', name: 'Freelancers', members: ['lena.bsky.example', 'tomasz.bsky.example'] },
  ],
]);

/**
 * Stands in for the public API of Bluesky, written from its lexicons: the queries that Earshot makes, and the calls with which
 * people write posts, which need no session here. `/faults/<status>` before a path answers with that status.
 */
export function blueskyRouter(network: Network): Router {
  const router = Router();
  router.use('/faults/:status/xrpc', (req, res) => {
    res.status(Number(req.params.status)).json({ error: 'SandboxFault', message: 'by the sandbox' });
  });
  queries(router, network);
  writes(router, network);
  return router;
}

function queries(router: Router, network: Network): void {
  const refused = { error: 'InvalidRequest' };
  const queryOf = (url: string) => new URL(url, 'http://site').searchParams;
  router.get('/xrpc/com.atproto.identity.resolveHandle', (req, res) => {
    const handle = queryOf(req.url).get('handle') ?? '';
    if (network.isKnown(handle)) res.json({ did: network.didOf(handle) });
    else res.status(400).json({ ...refused, message: 'Unable to resolve handle' });
  });
  router.get('/xrpc/app.bsky.actor.getProfiles', (req, res) => {
    const profiles = queryOf(req.url)
      .getAll('actors')
      .flatMap((did) => {
        const handle = network.handleOf(did);
        return handle === null ? [] : [{ did, handle, displayName: handle.split('.')[0] }];
      });
    res.json({ profiles });
  });
  router.get('/xrpc/app.bsky.graph.getList', (req, res) => {
    const found = listPage(network, queryOf(req.url));
    if (found === null) res.status(400).json({ ...refused, message: 'List not found' });
    else res.json(found);
  });
  router.get('/xrpc/app.bsky.feed.getPosts', (req, res) => {
    const found = network.posts(queryOf(req.url).getAll('uris'));
    const posts = found.map(({ did, rkey, record: written }) => ({
      uri: `at://${did}/${postCollection}/${rkey}`,
      author: { did, handle: network.handleOf(did) ?? 'handle.invalid' },
      record: written,
      likeCount: 2,
      replyCount: 1,
    }));
    res.json({ posts });
  });
}

function listPage(network: Network, query: URLSearchParams) {
  const uri = query.get('list') ?? '';
  const [, did = '', rkey = ''] = /^at:\/\/([^/]+)\/app\.bsky\.graph\.list\/([^/]+)$/.exec(uri) ?? [];
  const list = lists.get(rkey);
  if (list === undefined || network.didOf(list.by) !== did) return null;
  const [start, limit] = [Number(query.get('cursor') ?? 0), Math.min(membersAtOnce, Number(query.get('limit') ?? 50))];
  const end = start + limit;
  const items = list.members.slice(start, end).map((handle) => ({ subject: { did: network.didOf(handle), handle } }));
  const about = { uri, name: list.name, creator: { did, handle: list.by } };
  return { list: about, items, ...(end < list.members.length && { cursor: String(end) }) };
}

function writes(router: Router, network: Network): void {
  router.use('/xrpc', express.json({ limit: '4mb' }));
  router.post('/xrpc/com.atproto.repo.createRecord', (req, res) => {
    const { data } = write.safeParse(req.body);
    if (data?.record === undefined) return res.status(400).json({ error: 'InvalidRequest', message: 'no post' });
    return res.json(network.create(data.repo, data.record));
  });
  router.post('/xrpc/com.atproto.repo.deleteRecord', (req, res) => {
    const { data } = write.safeParse(req.body);
    if (data?.rkey === undefined) return res.status(400).json({ error: 'InvalidRequest', message: 'no key' });
    network.remove(data.repo, data.rkey);
    return res.json({});
  });
  router.post('/xrpc/com.atproto.server.deactivateAccount', (req, res) => {
    const { data } = account.safeParse(req.body);
    if (data === undefined) return res.status(400).json({ error: 'InvalidRequest', message: 'no account' });
    network.setAccount(data.repo, { active: false, status: data.status });
    return res.json({});
  });
}
