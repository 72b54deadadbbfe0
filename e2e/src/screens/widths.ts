/** A phone, a tablet, a desk. */
export const widths = [390, 768, 1440] as const;
export const themes = ['light', 'dark'] as const;

/** From which width on the sidebar is always there. */
export const wideFrom = 900;
