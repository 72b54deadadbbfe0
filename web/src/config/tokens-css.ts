import { avatarShare, dark, fontFamily, light, type Palette, size, tints } from './tokens.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${kebab(name)}:${value};`)
    .join('');
}

const tintVariables = Object.entries(tints)
  .map(
    ([name, { of, share }]) => `--${kebab(name)}:color-mix(in srgb,var(--${kebab(of)}) ${share * 100}%,transparent);`,
  )
  .join('');

/** The tokens as CSS: variables on the root, and their dark values under the class `dark`. Used at build time only. */
export function tokensCss(): string {
  const shared = `--font:${fontFamily};--radius:${size.radius}px;--card-radius:${size.cardRadius}px;--avatar-share:${avatarShare * 100}%;${tintVariables}`;
  return `:root{color-scheme:light;${shared}${variables(light)}}\n:root.dark{color-scheme:dark;${variables(dark)}}\n`;
}
