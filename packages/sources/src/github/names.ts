import type { ParsedCommunity, SourceNames } from '../define-source.ts';
import { unwrapped } from '../typed.ts';

const shortestWords = 2;
const longestWords = 100;
const help = `Enter ${shortestWords} to ${longestWords} characters to search for in GitHub issues, such as late payments. To follow one repository, enter its github.com address`;

/** Names of communities are searches, as GitHub writes them: `late payments`, `repo:owner/name`. */
export const githubNames: SourceNames = {
  community: {
    parse: parseSearch,
    label: (name) => `GitHub: ${repositoryIn(name) ?? name}`,
    url: (name) => `https://github.com/search?type=issues&q=${encodeURIComponent(name)}`,
    noun: 'community',
    hint: 'late payments',
    suggestions: [],
    searches: false,
    isSearch: () => true,
    isFoundAtSite: true,
    missing: (name) =>
      `GitHub rejects the search “${name}”. Check the spelling. If it names a repository, check that the repository exists and is public`,
    ignoresCase: true,
  },
  author: { label: (author) => `@${author}` },
  post: { withoutTitle: (url) => url },
};

/** The repository, for a search that names nothing else. */
function repositoryIn(name: string): string | undefined {
  return /^repo:([\w.-]+\/[\w.-]+)$/.exec(name)?.[1];
}

/** Accepts words, the address of a search and the address of a repository. */
function parseSearch(text: string): ParsedCommunity {
  const typed = unwrapped(text);
  const address = /^(?:https?:\/\/)?(?:www\.)?github\.com(\/.*)?$/i.exec(typed);
  const words = address === null ? typed : searchAt(address[1] ?? '/');
  const name = (words ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (name.length < shortestWords || name.length > longestWords || name.includes('://')) return { problem: help };
  return { name };
}

function searchAt(path: string): string | null {
  const { pathname, searchParams } = new URL(path, 'https://github.com');
  if (pathname === '/search') return searchParams.get('q');
  const [owner, name] = pathname.split('/').filter((part) => part !== '');
  return owner === undefined || name === undefined ? null : `repo:${owner}/${name}`;
}
