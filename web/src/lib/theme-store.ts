import { useMemo, useSyncExternalStore } from 'react';
import { readStored, store } from './local-storage.ts';
import { modeOf, parseThemeChoice, type ThemeChoice, type ThemeControl, themeKey } from './theme.ts';

const darkQuery = '(prefers-color-scheme: dark)';

/** The chosen theme of this browser: kept, on the document's root as a class, the same in every tab. */
export interface ThemeStore {
  choice(): ThemeChoice;
  mode(): 'light' | 'dark';
  choose(wanted: ThemeChoice): void;
  subscribe(listener: () => void): () => void;
}

/** Follows the system and the other tabs as long as the page lives. */
function createThemeStore(): ThemeStore {
  const system = matchMedia(darkQuery);
  const listeners = new Set<() => void>();
  let choice = parseThemeChoice(readStored(themeKey));
  const mode = () => modeOf(choice, system.matches);
  const apply = () => {
    const { classList } = document.documentElement;
    classList.toggle('dark', mode() === 'dark');
    classList.toggle('light', mode() === 'light');
    for (const listener of listeners) listener();
  };
  const adopt = (wanted: ThemeChoice) => {
    choice = wanted;
    apply();
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === themeKey || key === null) adopt(parseThemeChoice(newValue));
  });
  return {
    choice: () => choice,
    mode,
    choose: (wanted) => {
      store(themeKey, wanted);
      adopt(wanted);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

let known: ThemeStore | undefined;
/** Made when first asked for: there is no window while the landing page is rendered into its document. */
const themeStore = (): ThemeStore => (known ??= createThemeStore());

const subscribe = (listener: () => void) => themeStore().subscribe(listener);

/** The theme and the way to change it. What is rendered without a browser has the system's theme, light. */
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
