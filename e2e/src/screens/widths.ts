/** A phone, a tablet and a desktop, in pixels. */
export const widths = [390, 768, 1440] as const;
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The width from which the sidebar is always visible. */
export const wideFrom = 900;
