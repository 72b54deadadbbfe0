import { parseFullname } from '../domain/fullname.ts';
import { faultOf } from '../domain/faults.ts';
import { judgeComment, judgeMessage, type Target, type Verdict } from '../domain/write.ts';
import type { Call, SandboxDependencies } from './call.ts';
import { presentComments } from './comments.ts';
import { type Json, ok, refusal, type Reply } from './reply.ts';

type Refused = Exclude<Verdict, { kind: 'allowed' }>;

/** Without `api_type=json` the site returns instructions for a page's script. The sandbox returns only the outcome. */
function outcome(call: Call, json: { readonly [key: string]: Json }, success: boolean): Reply {
  return ok(call.input.api_type === 'json' ? { json } : { jquery: [], success });
}

const SERVER_TROUBLE =
  '<!doctype html><html><head><title>Ow! -- sandbox</title></head><body><h1>all of our servers are busy right now</h1></body></html>';

function refusedReply(verdict: Refused, call: Call): Reply {
  if (verdict.kind === 'errors') {
    const json = { errors: verdict.errors, ...(verdict.ratelimit !== null && { ratelimit: verdict.ratelimit }) };
    return outcome(call, json, false);
  }
  switch (verdict.status) {
    case 401:
      return { ...refusal(401), headers: { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' } };
    case 403:
      return refusal(403);
    case 429:
      // Without this header clients would use the rate limit's reset, and one write to this name would block all writes
      // for minutes.
      return { status: 429, body: '', headers: { 'retry-after': '5' } };
    case 500:
    case 503:
      return { status: verdict.status, body: SERVER_TROUBLE, headers: { 'content-type': 'text/html; charset=UTF-8' } };
  }
}

/** The post or comment with this fullname, if its community is open. */
function targetOf(text: string, { posts, writings, communities }: SandboxDependencies): Target | null {
  const name = parseFullname(text);
  const comment = name?.kind === 't1' ? writings.findComment(name.id) : null;
  const postId = comment?.postId ?? (name?.kind === 't3' ? name.id : null);
  const post = postId === null ? undefined : posts.byIds([postId])[0];
  const status = post === undefined ? null : communities.find(post.community)?.status;
  if (name === null || post === undefined || (status !== 'public' && status !== 'unlisted')) return null;
  const author = comment?.author ?? post.author;
  // The outcome of every comment below a special post depends on the name of the post's author.
  const special = faultOf(post.author) === null ? author : post.author;
  return {
    fullname: `${name.kind}_${name.id}`,
    postId: post.id,
    community: post.community.toLowerCase(),
    author: special,
  };
}

/** `POST /api/comment`. */
export function postComment(call: Call, dependencies: SandboxDependencies): Reply {
  const text = call.input.text ?? '';
  const target = targetOf(call.input.thing_id ?? call.input.parent ?? '', dependencies);
  const verdict = judgeComment(call.grant, text, target);
  if (verdict.kind !== 'allowed') return refusedReply(verdict, call);
  if (target === null || call.grant.username === null) return refusal(403);
  const { postId, community, fullname: parent } = target;
  const { username: author, owner } = call.grant;
  const writing = { postId, community, parent, author, body: text, createdAt: call.now, owner };
  const comment = dependencies.writings.addComment(writing);
  const things = presentComments([comment], dependencies);
  return { ...outcome(call, { errors: [], data: { things } }, true), delivery: verdict.delivery };
}

/** `POST /api/compose`: the answer contains no message, as on the site. */
export function composeMessage(call: Call, dependencies: SandboxDependencies): Reply {
  const to = (call.input.to ?? '').trim().replace(/^\/?u\//i, '');
  const form = { to, subject: call.input.subject ?? '', text: call.input.text ?? '' };
  const { writings } = dependencies;
  const verdict = judgeMessage(
    call.grant,
    form,
    (name) => faultOf(name) !== null || writings.findAccount(name) !== null,
  );
  if (verdict.kind !== 'allowed') return refusedReply(verdict, call);
  if (call.grant.username === null) return refusal(403);
  const recipient = writings.findAccount(to) ?? to;
  const { subject, text: body } = form;
  const { username: sender, owner } = call.grant;
  writings.addMessage({ sender, recipient, subject, body, createdAt: call.now, owner });
  return { ...outcome(call, { errors: [] }, true), delivery: verdict.delivery };
}
