/** A parsed search text. */
export interface SearchQuery {
  /** FTS5 expression over title and selftext. null when the text contains no word. */
  match: string | null;
  author: string | null;
  community: string | null;
  flair: string | null;
}

/** The site rejects longer texts. */
export const MAX_QUERY_LENGTH = 512;

const TOKEN = /(-?)(?:([a-z_]+):)?(?:"([^"]*)"|([^\s"]+))/giu;

function phrase(words: string, column: string | null): string | null {
  if (!/[\p{L}\p{N}]/u.test(words)) return null;
  const quoted = `"${words.replace(/"/g, '')}"`;
  return column === null ? quoted : `${column} : ${quoted}`;
}

const COLUMNS: Record<string, string> = { title: 'title', selftext: 'selftext', text: 'selftext' };

interface Terms {
  /** Groups are joined by AND, and the terms of one group by OR. */
  groups: string[][];
  excluded: string[];
}

function expression(terms: Terms): string | null {
  if (terms.groups.length === 0) return null;
  const included = terms.groups.map((group) => `(${group.join(' OR ')})`).join(' AND ');
  return terms.excluded.length === 0 ? included : `(${included}) NOT (${terms.excluded.join(' OR ')})`;
}

/**
 * Parses the site's search syntax: all words are required, `OR` joins its neighbours, `NOT` and `-` exclude, and quotes
 * make a phrase. `title:`, `selftext:`, `author:`, `subreddit:` and `flair:` search in one field. The result is a valid
 * expression for any input.
 */
export function parseSearch(text: string): SearchQuery {
  const terms: Terms = { groups: [], excluded: [] };
  const found: SearchQuery = { match: null, author: null, community: null, flair: null };
  let joinNext = false;
  let excludeNext = false;
  for (const [, minus, rawField, quoted, bare] of text.replace(/[()]/g, ' ').matchAll(TOKEN)) {
    const field = rawField?.toLowerCase();
    const words = quoted ?? bare ?? '';
    if (field === undefined && (bare === 'OR' || bare === 'AND' || bare === 'NOT')) {
      joinNext = bare === 'OR';
      excludeNext = bare === 'NOT';
      continue;
    }
    if (field === 'author') found.author = words;
    else if (field === 'subreddit') found.community = words;
    else if (field === 'flair' || field === 'flair_name') found.flair = words;
    else if (field === 'self' || field === 'nsfw' || field === 'over18') continue;
    else {
      const column = field === undefined ? null : (COLUMNS[field] ?? null);
      const term = phrase(column === null && field !== undefined ? `${field} ${words}` : words, column);
      const last = terms.groups.at(-1);
      if (term === null) continue;
      if (minus === '-' || excludeNext) terms.excluded.push(term);
      else if (joinNext && last !== undefined) last.push(term);
      else terms.groups.push([term]);
    }
    joinNext = false;
    excludeNext = false;
  }
  return { ...found, match: expression(terms) };
}
