import type { ParsedCommunity, SourceNames } from '../define-source.ts';
import { unwrapped } from '../typed.ts';

const nameRule = 'A community name has 2 to 21 letters, digits or underscores';
const name = /^[A-Za-z0-9_]{2,21}$/;
/** The site answers under many names: `old.`, `new.`, and one for each language, such as `de.`. */
const site = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*reddit\.com(?=\/r\/)/i;
/** What follows the name is the path of a list or a post, which leads nowhere else. */
const path = /^\/?r\/([^/?#]*)(?!.*\/\.\.).*$/is;

/** Names of Reddit communities and authors. */
export const redditNames: SourceNames = {
  community: {
    parse: parseCommunity,
    label: (community) => `r/${community}`,
    url: (community) => `https://www.reddit.com/r/${encodeURIComponent(community)}`,
    noun: 'subreddit',
    hint: 'r/startups',
    suggestions: [],
    searches: true,
    ignoresCase: true,
  },
  // A deleted author is shown as `[deleted]`, which is not a name.
  author: { label: (author) => (/^[\w-]+$/.test(author) ? `u/${author}` : author) },
  // The site ignores the part of the path that it makes of the title.
  post: { withoutTitle: (url) => url.replace(/(\/comments\/[a-z0-9]+\/)[^/?#]+/i, '$1_') },
};

/** Accepts a name, `r/name`, `/r/name/` and the address of a page of the community or of one of its posts. */
function parseCommunity(text: string): ParsedCommunity {
  const bare = unwrapped(text).replace(site, '').replace(path, '$1').replace(/\/$/, '').trim();
  return name.test(bare) ? { name: bare } : { problem: nameRule };
}
