/** Every colour of the product. No other file contains a colour value. */
export interface Palette {
  readonly page: string;
  readonly surface: string;
  readonly raised: string;
  readonly text: string;
  readonly secondary: string;
  readonly faint: string;
  readonly hairline: string;
  readonly primary: string;
  readonly onPrimary: string;
  readonly sourceMark: string;
  readonly scoreHigh: string;
  readonly scoreMiddle: string;
  readonly scoreLow: string;
  readonly danger: string;
  readonly avatar1: string;
  readonly avatar2: string;
  readonly avatar3: string;
  readonly avatar4: string;
  readonly avatar5: string;
  readonly avatar6: string;
}

export const light: Palette = {
  page: '#F7F8F8',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  text: '#14181B',
  secondary: '#525C63',
  faint: '#66727A',
  hairline: '#E3E7E9',
  primary: '#0B7A75',
  onPrimary: '#FFFFFF',
  sourceMark: '#CC3600',
  scoreHigh: '#1A7F4B',
  scoreMiddle: '#9A6700',
  scoreLow: '#66727A',
  danger: '#C22F2F',
  avatar1: '#0A6B8F',
  avatar2: '#6B47B8',
  avatar3: '#9A3A78',
  avatar4: '#A83A3A',
  avatar5: '#7A5400',
  avatar6: '#3F6B1F',
};

export const dark: Palette = {
  page: '#0E1113',
  surface: '#15191C',
  raised: '#1B2024',
  text: '#E8ECEE',
  secondary: '#A3AEB5',
  faint: '#818D95',
  hairline: '#272E33',
  primary: '#2FB8AE',
  onPrimary: '#0E1113',
  sourceMark: '#FF7A45',
  scoreHigh: '#4CC38A',
  scoreMiddle: '#E2B340',
  scoreLow: '#818D95',
  danger: '#F07178',
  avatar1: '#5BB8DE',
  avatar2: '#B79AF2',
  avatar3: '#E58FC6',
  avatar4: '#F08A84',
  avatar5: '#D9AE52',
  avatar6: '#93C66B',
};

export const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Share of an avatar's colour in its background; the rest is the surface. A test checks the contrast of its letter. */
export const avatarShare = 0.12;

/** Pixels. */
export const size = { radius: 8, cardRadius: 12, control: 36, controlSmall: 28 } as const;

/** Backgrounds mixed from a colour and its share. Text on them still meets WCAG AA; a test checks this. */
export const tints = {
  tint: { of: 'text', share: 0.06 },
  primaryTint: { of: 'primary', share: 0.1 },
  markTint: { of: 'scoreMiddle', share: 0.22 },
  scoreHighTint: { of: 'scoreHigh', share: 0.05 },
  scoreMiddleTint: { of: 'scoreMiddle', share: 0.05 },
} as const satisfies Record<string, { of: keyof Palette; share: number }>;
