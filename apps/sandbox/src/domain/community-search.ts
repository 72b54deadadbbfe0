import type { Community } from './types.ts';

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * How well a word matches a community. A match of the name scores highest, then title, then description; 0 is no match.
 */
function fitOf(word: string, community: Community): number {
  const name = community.name.toLowerCase();
  if (name === word) return 100;
  if (name.startsWith(word)) return 40;
  if (name.includes(word)) return 25;
  const stem = word.length > 4 ? word.replace(/(ing|ers?|ies|es|s)$/, '') : word;
  if (wordsOf(community.title).some((each) => each.startsWith(stem))) return 12;
  return wordsOf(community.publicDescription).some((each) => each.startsWith(stem)) ? 6 : 0;
}

/**
 * The communities that match a search text: best match first, and larger communities first among equals. If some
 * communities match every word, returns only these; otherwise those that match any word.
 */
export function searchCommunities(text: string, communities: readonly Community[]): Community[] {
  const words = [...new Set(wordsOf(text.replace(/^\/?r\//i, '')))];
  if (words.length === 0) return [];
  const fits = communities.map((community) => {
    const each = words.map((word) => fitOf(word, community));
    return { community, all: each.every((fit) => fit > 0), total: each.reduce((sum, fit) => sum + fit, 0) };
  });
  const full = fits.filter((fit) => fit.all);
  return (full.length > 0 ? full : fits.filter((fit) => fit.total > 0))
    .sort((a, b) => b.total - a.total || b.community.subscribers - a.community.subscribers)
    .map((fit) => fit.community);
}
