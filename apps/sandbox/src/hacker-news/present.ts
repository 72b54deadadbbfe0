import type { Item } from './items.ts';

/** An item in the format of the item API. Fields that the item does not have are omitted. */
export function presentItem(item: Item): Record<string, unknown> {
  const { id, time, parent, kids } = item;
  const type = item.kind === 'comment' ? 'comment' : 'story';
  const place = { id, time, type, ...(parent !== undefined && { parent }), ...(kids.length > 0 && { kids }) };
  if (item.deleted === true) return { ...place, deleted: true };
  const words = {
    by: item.by,
    ...(item.title !== undefined && { title: item.title }),
    ...(item.text !== undefined && { text: item.text }),
    ...(item.dead === true && { dead: true }),
  };
  if (type === 'comment') return { ...place, ...words };
  const story = { score: item.points ?? 1, descendants: item.descendants };
  return { ...place, ...words, ...story, ...(item.url !== undefined && { url: item.url }) };
}

/** The tags under which the search API finds an item. */
export function tagsOf(item: Item): string[] {
  const tags = [item.kind === 'comment' ? 'comment' : 'story', `author_${item.by}`, `story_${item.story}`];
  if (item.kind === 'ask') tags.push('ask_hn');
  if (item.kind === 'show') tags.push('show_hn');
  return tags;
}

/** A hit in the format of the search API. `story` is the story of a comment. */
export function presentHit(item: Item, story: Item | undefined, words: readonly string[]): Record<string, unknown> {
  const createdAt = new Date(item.time * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  const facts = {
    objectID: String(item.id),
    author: item.by,
    created_at: createdAt,
    created_at_i: item.time,
    updated_at: createdAt,
    story_id: item.story,
    ...(item.kids.length > 0 && { children: item.kids }),
    _tags: tagsOf(item),
  };
  if (item.kind === 'comment') {
    const own = {
      comment_text: item.text ?? '',
      story_title: story?.title ?? '',
      ...(story?.url !== undefined && { story_url: story.url }),
    };
    return {
      ...facts,
      ...own,
      parent_id: item.parent,
      _highlightResult: highlight({ ...own, author: item.by }, words),
    };
  }
  const own = {
    title: item.title ?? '',
    ...(item.url !== undefined && { url: item.url }),
    ...(item.text !== undefined && { story_text: item.text }),
  };
  const counts = { points: item.points ?? 1, num_comments: item.descendants };
  return { ...facts, ...own, ...counts, _highlightResult: highlight({ ...own, author: item.by }, words) };
}

function highlight(fields: Readonly<Record<string, string>>, words: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const matchedWords = words.filter((word) => value.toLowerCase().includes(word));
      const matchLevel = matchedWords.length === 0 ? 'none' : matchedWords.length < words.length ? 'partial' : 'full';
      return [name, { value, matchLevel, matchedWords }];
    }),
  );
}
