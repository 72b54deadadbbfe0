import type { ParsedCommunity, SourceNames } from '../define-source.ts';

const nameRule = 'A community name has 2 to 21 letters, digits or underscores';
const name = /^[A-Za-z0-9_]{2,21}$/;
const page = /^(?:https?:\/\/)?(?:(?:www|old|new|np|m|sh)\.)?reddit\.com\/r\/([^/?#]*).*$/i;

/** Names of Reddit communities and authors. */
export const redditNames: SourceNames = {
  community: {
    parse: parseCommunity,
    label: (community) => `r/${community}`,
    url: (community) => `https://www.reddit.com/r/${encodeURIComponent(community)}`,
    hint: 'r/startups',
    suggestions: [],
    searches: true,
    ignoresCase: true,
  },
  // A deleted author is shown as `[deleted]`, which is not a name.
  author: { label: (author) => (/^[\w-]+$/.test(author) ? `u/${author}` : author) },
};

/** Accepts a name, `r/name`, `/r/name` and the address of the community's page. */
function parseCommunity(text: string): ParsedCommunity {
  const bare = text
    .trim()
    .replace(page, '$1')
    .replace(/^\/?r\//i, '')
    .trim();
  return name.test(bare) ? { name: bare } : { problem: nameRule };
}
