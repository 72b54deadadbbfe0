import { createContext, use } from 'react';
import type { ThemeChoice } from './theme-choice.ts';

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
