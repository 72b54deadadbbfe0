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

/** A hit in the format of the search API, with the fields that clients read. `story` is the story of a comment. */
export function presentHit(item: Item, story: Item | undefined): Record<string, unknown> {
  const facts = { objectID: String(item.id), author: item.by, created_at_i: item.time, _tags: tagsOf(item) };
  if (item.kind === 'comment') return { ...facts, comment_text: item.text ?? '', story_title: story?.title ?? '' };
  return {
    ...facts,
    title: item.title ?? '',
    ...(item.text !== undefined && { story_text: item.text }),
    points: item.points ?? 1,
    num_comments: item.descendants,
  };
}
