import '../config/antd.css';
import { ConfigProvider } from 'antd';
import { antdTheme } from '../config/antd-theme.ts';
import { cspNonce } from '../lib/csp-nonce.ts';
import { useTheme } from '../lib/theme.ts';
import { useMedia } from '../lib/use-media.ts';

/** Popups open inside the landmark of their trigger, where screen readers expect them. */
const landmarkOf = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest<HTMLElement>('[role="dialog"], main, aside') ?? document.body;

/**
 * Gives antd's components the chosen theme. Every component that renders one wraps it, rather than the app as a whole, so that
 * pages can show their first content before antd is loaded.
 */
export function AntdScope({ children }: { readonly children: React.ReactNode }) {
  const { mode } = useTheme();
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  return (
    <ConfigProvider theme={antdTheme(mode, !reducedMotion)} csp={{ nonce: cspNonce() }} getPopupContainer={landmarkOf}>
      {children}
    </ConfigProvider>
  );
}
