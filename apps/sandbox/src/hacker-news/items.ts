import { readFileSync } from 'node:fs';
import { z } from 'zod';

const file = new URL('./items.json', import.meta.url);

const storedItem = z.strictObject({
  id: z.number().int().positive(),
  kind: z.enum(['ask', 'show', 'story', 'comment']),
  by: z.string().regex(/^\w{2,15}$/),
  /** Age when the site opens. */
  minutesAgo: z.number().positive(),
  /** For comments: the id of the story or comment that is replied to. */
  parent: z.number().int().optional(),
  title: z.string().min(1).max(80).optional(),
  /** HTML, as on the real site. */
  text: z.string().optional(),
  url: z.url().optional(),
  points: z.number().int().optional(),
  deleted: z.literal(true).optional(),
  dead: z.literal(true).optional(),
  /** The search still finds the item, as on the real site until the search index is updated after a removal. */
  stillIndexed: z.literal(true).optional(),
});
const storedItems = z.strictObject({ items: z.array(storedItem) });

/** An item with its relations to other items. */
export interface Item extends z.infer<typeof storedItem> {
  /** Unix seconds. */
  readonly time: number;
  /** The id of its story. A story has its own id here. */
  readonly story: number;
  /** Ids of its direct replies, oldest first. */
  readonly kids: readonly number[];
  /** The number of comments on a story. */
  readonly descendants: number;
}

/** The built-in items by id, newest first. The ages of the items are relative to `openedAt` (Unix seconds). */
export function readItems(openedAt: number): Map<number, Item> {
  const { items } = storedItems.parse(JSON.parse(readFileSync(file, 'utf8')));
  const byId = new Map(items.map((item) => [item.id, item]));
  const storyOf = (id: number): number => {
    const parent = byId.get(id)?.parent;
    return parent === undefined ? id : storyOf(parent);
  };
  const comments = items.filter(({ kind }) => kind === 'comment');
  const placed = items.map((item): Item => {
    const kids = comments.filter(({ parent }) => parent === item.id).map(({ id }) => id);
    const below = comments.filter(({ id }) => storyOf(id) === item.id);
    return {
      ...item,
      time: Math.floor(openedAt - item.minutesAgo * 60),
      story: storyOf(item.id),
      kids,
      descendants: below.length,
    };
  });
  placed.sort((a, b) => b.time - a.time || b.id - a.id);
  return new Map(placed.map((item) => [item.id, item]));
}
