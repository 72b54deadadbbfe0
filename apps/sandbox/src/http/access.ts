import { isCommunityName } from '../domain/fullname.ts';
import { htmlOf } from '../domain/markup.ts';
import type { Community } from '../domain/types.ts';
import type { SandboxDependencies } from './call.ts';
import { refusal, type Reply } from './reply.ts';

const QUARANTINE_MESSAGE = 'This community is quarantined in the sandbox, so that clients can be tried against it.';

/** Names that mean every public community. */
const EVERYTHING = new Set(['all', 'popular']);

function closed(community: Community): Reply | null {
  switch (community.status) {
    case 'public':
    case 'unlisted':
      return null;
    case 'private':
      return refusal(403, { reason: 'private' });
    case 'banned':
      return refusal(404, { reason: 'banned' });
    case 'quarantined':
      return refusal(403, {
        reason: 'quarantined',
        quarantine_message_html: htmlOf(QUARANTINE_MESSAGE),
        quarantine_message: QUARANTINE_MESSAGE,
      });
  }
}

/** For an unused name, the site redirects to a search for it. An invalid name is not found. */
function missing(name: string, base: string): Reply {
  if (!isCommunityName(name)) return refusal(404);
  return { status: 302, body: '', headers: { location: `${base}/subreddits/search?q=${encodeURIComponent(name)}` } };
}

export type OneAccess = { refused: Reply } | { refused: null; community: Community };

/** The community of a path, or the site's answer for a missing or inaccessible one. */
export function openCommunity(name: string, base: string, dependencies: SandboxDependencies): OneAccess {
  const community = dependencies.communities.find(name);
  if (community === null) return { refused: missing(name, base) };
  const refused = closed(community);
  return refused === null ? { refused, community } : { refused };
}

export type ManyAccess = { refused: Reply } | { refused: null; names: readonly string[] | null };

/** The communities of `a+b+c`; null means all. Missing and inaccessible ones are skipped if another one is open. */
export function openCommunities(text: string, base: string, dependencies: SandboxDependencies): ManyAccess {
  const names = text.split(/[+ ]/).filter((name) => name !== '');
  if (names.some((name) => EVERYTHING.has(name.toLowerCase()))) return { refused: null, names: null };
  const each = names.map((name) => openCommunity(name, base, dependencies));
  const open = each.flatMap((access) => (access.refused === null ? [access.community.name] : []));
  if (open.length > 0) return { refused: null, names: open };
  return { refused: (names.length === 1 ? each[0]?.refused : null) ?? refusal(404) };
}
