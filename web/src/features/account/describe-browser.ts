import { texts } from './texts.ts';

/** The order matters: browsers also include the names of older browsers in their user agent. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** 'Chrome on Linux'; unknown parts are left out. */
export function describeBrowser(userAgent: string | null): string {
  const find = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined && system === undefined) return texts.unknownBrowser;
  return system === undefined ? (browser ?? texts.unknownBrowser) : texts.browserOn(browser ?? texts.aBrowser, system);
}
