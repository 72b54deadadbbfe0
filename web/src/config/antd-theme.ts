import { theme, type ThemeConfig } from 'antd';
import { dark, fontFamily, light, type Palette, size } from './tokens.ts';

type Algorithm = typeof theme.defaultAlgorithm;
type Mode = 'light' | 'dark';

/** antd's dark algorithm darkens its seed colours. Ours are chosen for their background and must stay as they are. */
function exactly(p: Palette, base: Algorithm): Algorithm {
  return (seed) => ({
    ...base(seed),
    colorPrimary: p.primary,
    colorInfo: p.primary,
    colorLink: p.primary,
    colorSuccess: p.scoreHigh,
    colorWarning: p.scoreMiddle,
    colorError: p.danger,
  });
}

function coloursOf(p: Palette) {
  return {
    colorPrimary: p.primary,
    // antd's tints of this hue are greyish; these are the primary colour at 10 and 16 percent.
    colorPrimaryBg: `${p.primary}1A`,
    colorPrimaryBgHover: `${p.primary}29`,
    controlItemBgActive: `${p.primary}1A`,
    controlItemBgActiveHover: `${p.primary}29`,
    colorPrimaryHover: p.primary,
    colorPrimaryActive: p.primary,
    colorInfo: p.primary,
    colorLink: p.primary,
    colorSuccess: p.scoreHigh,
    colorWarning: p.scoreMiddle,
    colorError: p.danger,
    colorTextLightSolid: p.onPrimary,
    colorText: p.text,
    colorTextHeading: p.text,
    colorTextSecondary: p.secondary,
    colorTextTertiary: p.faint,
    colorTextQuaternary: p.faint,
    colorTextPlaceholder: p.faint,
    colorTextDescription: p.secondary,
    colorIcon: p.secondary,
    colorBgLayout: p.page,
    colorBgContainer: p.surface,
    colorBgElevated: p.raised,
    colorBorder: p.hairline,
    colorBorderSecondary: p.hairline,
    colorSplit: p.hairline,
  };
}

function themeOf(mode: Mode, motion: boolean): ThemeConfig {
  const p = mode === 'dark' ? dark : light;
  return {
    cssVar: { key: `earshot-${mode}-${motion ? 'moving' : 'still'}` },
    algorithm: exactly(p, mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm),
    token: {
      motion,
      fontFamily,
      fontSize: 14,
      borderRadius: size.radius,
      borderRadiusLG: size.cardRadius,
      borderRadiusSM: 6,
      controlHeight: size.control,
      controlHeightSM: size.controlSmall,
      ...coloursOf(p),
      motionDurationFast: '0.12s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Modal: { titleFontSize: 16 },
      Select: { optionSelectedFontWeight: 500 },
      // At least the minimum touch target size.
      Switch: { trackHeight: 24, handleSize: 20, trackMinWidth: 44 },
    },
  };
}

const themes = new Map<string, ThemeConfig>();

/** antd's theme from the tokens. `motion` is false for users who prefer reduced motion. Equal arguments return the same object. */
export function antdTheme(mode: Mode, motion: boolean): ThemeConfig {
  const key = `${mode} ${motion}`;
  const known = themes.get(key) ?? themeOf(mode, motion);
  themes.set(key, known);
  return known;
}
