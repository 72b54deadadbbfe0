import { createContext, use } from 'react';

/** public/boot.js reads this key before the first paint. */
export const themeKey = 'earshot-ui-theme';
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export function parseThemeChoice(stored: string | null): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

export function modeOf(choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' {
  if (choice === 'system') return systemIsDark ? 'dark' : 'light';
  return choice;
}

export interface ThemeControl {
  readonly choice: ThemeChoice;
  readonly mode: 'light' | 'dark';
  readonly choose: (choice: ThemeChoice) => void;
}

export const ThemeContext = createContext<ThemeControl | null>(null);

export function useTheme(): ThemeControl {
  const control = use(ThemeContext);
  if (!control) throw new Error('useTheme needs a ThemeContext above it');
  return control;
}
