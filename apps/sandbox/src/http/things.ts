import { parseFullname } from '../domain/fullname.ts';
import { faultOf } from '../domain/faults.ts';
import type { Call, SandboxDependencies } from './call.ts';
import { listing, presentPosts } from './listing-reply.ts';
import { ok, refusal, type Reply } from './reply.ts';

/** The site looks up at most this many ids at once. */
const MOST_IDS = 100;

const ALONE = { after: null } as const;

/** `/api/info?id=t3_..,t3_..`: the existing posts among those named, in that order. */
export function showThings(call: Call, dependencies: SandboxDependencies): Reply {
  const names = (call.input.id ?? '').split(',').slice(0, MOST_IDS).map(parseFullname);
  const ids = names.flatMap((name) => (name?.kind === 't3' ? [name.id] : []));
  return ok(listing(presentPosts(ids, dependencies), ALONE));
}

/** `/api/v1/me`. An application without a user has no account to show. */
export function showMe(call: Call): Reply {
  const name = call.grant.username;
  if (name === null) return refusal(403);
  return ok({ name, is_suspended: faultOf(name)?.kind === 'suspended', suspension_expiration_utc: null });
}
