import { readStored, store } from './local-storage.ts';
import { modeOf, parseThemeChoice, type ThemeChoice, themeKey } from './theme-choice.ts';

const darkQuery = '(prefers-color-scheme: dark)';

/** The theme chosen in this browser. It is stored, set as a class on the document's root, and the same in every tab. */
interface ThemeStore {
  choice(): ThemeChoice;
  mode(): 'light' | 'dark';
  choose(wanted: ThemeChoice): void;
  subscribe(listener: () => void): () => void;
}

/** Follows the system theme and the other tabs for the lifetime of the page. */
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
/** Created on first use: there is no window while the landing page is prerendered. */
export const themeStore = (): ThemeStore => (known ??= createThemeStore());
