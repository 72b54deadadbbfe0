const shown = 5;

/** The most frequent categories, sorted by frequency. */
export function topCategories(categories: Readonly<Record<string, number>>): { name: string; count: number }[] {
  return Object.entries(categories)
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
    .slice(0, shown);
}
