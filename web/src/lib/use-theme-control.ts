import { useMemo, useSyncExternalStore } from 'react';
import type { ThemeControl } from './theme.ts';
import { themeStore } from './theme-store.ts';

const subscribe = (listener: () => void) => themeStore().subscribe(listener);

/** The theme and the function that changes it. Prerendering uses the system choice in light mode. */
export function useThemeControl(): ThemeControl {
  const choice = useSyncExternalStore(
    subscribe,
    () => themeStore().choice(),
    () => 'system' as const,
  );
  const mode = useSyncExternalStore(
    subscribe,
    () => themeStore().mode(),
    () => 'light' as const,
  );
  return useMemo(() => ({ choice, mode, choose: (wanted) => themeStore().choose(wanted) }), [choice, mode]);
}
