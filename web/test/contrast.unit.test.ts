import { describe, expect, it } from '@jest/globals';
import { avatarShare, dark, light, type Palette, tints } from '../src/config/tokens.ts';

const least = 4.5;

/** WCAG 2.2: relative luminance of an opaque colour. */
function luminance(rgb: readonly number[]): number {
  const linear = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const mix = (over: string, under: string, share: number) =>
  rgb(over).map((value, index) => value * share + (rgb(under)[index] ?? 0) * (1 - share));

function contrast(a: readonly number[], b: readonly number[]): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

type Colour = keyof Palette;
const words: readonly Colour[] = [
  'text',
  'secondary',
  'faint',
  'primary',
  'sourceMark',
  'scoreHigh',
  'scoreMiddle',
  'scoreLow',
  'danger',
];
const grounds: readonly Colour[] = ['page', 'surface', 'raised'];
const palettes = [
  ['light', light],
  ['dark', dark],
] as const;

describe.each(palettes)('colours of the %s theme', (_, palette) => {
  it.each(words.flatMap((word) => grounds.map((ground) => [word, ground] as const)))(
    '%s on %s meets AA',
    (word, ground) => {
      expect(contrast(rgb(palette[word]), rgb(palette[ground]))).toBeGreaterThanOrEqual(least);
    },
  );

  it.each(['primary', 'danger'] as const)('words on a filled %s meet AA', (fill) => {
    expect(contrast(rgb(palette.onPrimary), rgb(palette[fill]))).toBeGreaterThanOrEqual(least);
  });

  it.each(['avatar1', 'avatar2', 'avatar3', 'avatar4', 'avatar5', 'avatar6'] as const)(
    'the letter of %s meets AA',
    (hue) => {
      expect(contrast(rgb(palette[hue]), mix(palette[hue], palette.surface, avatarShare))).toBeGreaterThanOrEqual(
        least,
      );
    },
  );

  const onTints = [
    ['text', 'tint'],
    ['secondary', 'tint'],
    ['primary', 'primaryTint'],
    ['text', 'markTint'],
    ['scoreHigh', 'scoreHighTint'],
    ['scoreMiddle', 'scoreMiddleTint'],
  ] as const;
  it.each(
    onTints.flatMap(([word, tint]) => (['surface', 'raised'] as const).map((ground) => [word, tint, ground] as const)),
  )('%s on %s over %s meets AA', (word, tint, ground) => {
    const { of, share } = tints[tint];
    expect(contrast(rgb(palette[word]), mix(palette[of], palette[ground], share))).toBeGreaterThanOrEqual(least);
  });
});
