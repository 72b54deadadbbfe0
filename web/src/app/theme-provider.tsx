import { ConfigProvider } from 'antd';
import { useMemo } from 'react';
import { antdTheme } from '../config/antd-theme.ts';
import { ThemeContext } from '../lib/theme.ts';
import { useThemeControl } from '../lib/theme-store.ts';
import { useMedia } from '../lib/use-media.ts';

/** Popups open inside the landmark of their trigger, where screen readers expect them. */
const landmarkOf = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest<HTMLElement>('[role="dialog"], main, aside') ?? document.body;

/** Provides the chosen theme to antd and to components that show or change it. */
export function ThemeProvider({ nonce, children }: { readonly nonce: string; readonly children: React.ReactNode }) {
  const control = useThemeControl();
  const { mode } = control;
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)');
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
