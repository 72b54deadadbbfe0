import { ThemeContext } from '../lib/theme.ts';
import { useThemeControl } from '../lib/use-theme-control.ts';

/** Provides the chosen theme to components that show or change it. */
export function ThemeProvider({ children }: { readonly children: React.ReactNode }) {
  return <ThemeContext value={useThemeControl()}>{children}</ThemeContext>;
}
