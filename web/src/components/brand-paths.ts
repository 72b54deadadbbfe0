/** The brand mark on a 24-unit square: a dot, and three arcs opening from it, the inner one first. */
export const brandDot = { cx: 5.5, cy: 12, r: 2.2 } as const;
export const brandArcs = [
  'M10.2 8.2a5.4 5.4 0 0 1 0 7.6',
  'M13.8 5.4a9.4 9.4 0 0 1 0 13.2',
  'M17.4 2.8a13.2 13.2 0 0 1 0 18.4',
] as const;
