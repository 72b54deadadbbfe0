/** 'r/SaaS ' -> 'SaaS'. */
export const bareName = (text: string) =>
  text
    .trim()
    .replace(/^\/?r\//i, '')
    .trim();

export function isAdded(list: readonly { name: string }[], name: string): boolean {
  return list.some((one) => one.name.toLowerCase() === name.toLowerCase());
}

/** Starred ones first, then by name. */
export function inOrder<T extends { name: string; isStarred: boolean }>(list: readonly T[]): T[] {
  return list.toSorted((a, b) => Number(b.isStarred) - Number(a.isStarred) || a.name.localeCompare(b.name));
}
