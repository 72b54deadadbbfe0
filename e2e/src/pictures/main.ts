// Takes the pictures of the README and the landing page from the running product over sandbox posts: npm run pictures
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openBrowser, openPage } from '../browser.ts';
import { openProduct } from '../product.ts';
import { leadsScene } from './leads-scene.ts';
import { asWebp } from './as-webp.ts';
import { socialImage } from './social-image.ts';

/** The size that the specification requires. */
const size = { width: 1248, height: 765 } as const;
const file = (path: string) => new URL(`../../../${path}`, import.meta.url);

async function inTheme(page: Page, theme: 'light' | 'dark'): Promise<Buffer> {
  // The same event as when another tab changes the theme: the page, including its draft, stays as it is.
  await page.evaluate((newValue) => {
    const key = 'earshot-ui-theme';
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, theme);
  await page.locator(`html.${theme}`).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ animations: 'disabled' });
}

const product = await openProduct();
const browser = await openBrowser();
try {
  const watched = await openPage(browser, { viewport: size });
  const { page } = watched;
  await leadsScene(watched, product.url);
  for (const theme of ['light', 'dark'] as const) {
    const picture = await inTheme(page, theme);
    if (theme === 'light') await writeFile(file('docs/leads.png'), picture);
    await writeFile(file(`web/public/product-${theme}.webp`), await asWebp(browser, picture, size));
  }
  await writeFile(file('web/public/social.png'), await socialImage(browser, product.url));
  await watched.close();
} finally {
  await browser.close();
  await product.stop();
}
