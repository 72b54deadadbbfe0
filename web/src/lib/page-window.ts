const windowSize = 5;

/** Up to five page numbers around the current one; the window stays inside 1 to `pages`. */
export function pageWindow(page: number, pages: number): number[] {
  const length = Math.min(windowSize, Math.max(0, pages));
  const first = Math.max(1, Math.min(page - Math.floor(windowSize / 2), pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
