import { ConfigProvider } from 'antd';
import { useLayoutEffect, useMemo, useState } from 'react';
import { antdTheme } from '../config/antd-theme.ts';
import { readStored, store } from '../lib/local-storage.ts';
import { modeOf, parseThemeChoice, type ThemeChoice, ThemeContext, themeKey } from '../lib/theme.ts';
import { useMedia } from '../lib/use-media.ts';

/** Popups open inside the part of the page that they belong to, where screen readers look for them. */
const landmarkOf = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest<HTMLElement>('[role="dialog"], main, aside') ?? document.body;

/** Applies the chosen theme as a class on the root and to antd; the choice is kept. */
export function ThemeProvider({ nonce, children }: { readonly nonce: string; readonly children: React.ReactNode }) {
  const [choice, setChoice] = useState(() => parseThemeChoice(readStored(themeKey)));
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  const mode = modeOf(choice, systemIsDark);
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle('dark', mode === 'dark');
    classList.toggle('light', mode === 'light');
  }, [mode]);
  const control = useMemo(() => {
    const choose = (wanted: ThemeChoice) => {
      store(themeKey, wanted);
      setChoice(wanted);
    };
    return { choice, mode, choose };
  }, [choice, mode]);
  const theme = useMemo(() => antdTheme(mode, !reducedMotion), [mode, reducedMotion]);
  return (
    <ThemeContext value={control}>
      <ConfigProvider
        theme={theme}
        csp={{ nonce }}
        wave={{ disabled: true }}
        button={{ autoInsertSpace: false }}
        getPopupContainer={landmarkOf}
      >
        {children}
      </ConfigProvider>
    </ThemeContext>
  );
}
