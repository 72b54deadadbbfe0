// Takes the pictures of the README and the landing page from the running product over sandbox posts: npm run pictures
import { writeFile } from 'node:fs/promises';
import type { Browser, Page, PageScreenshotOptions } from 'playwright-core';
import { openBrowser, openPage } from '../browser.ts';
import { openProduct } from '../product.ts';
import { leadsScene } from './leads-scene.ts';
import { asWebp } from './as-webp.ts';
import { socialImage } from './social-image.ts';

/** The size that the specification requires. */
const size = { width: 1248, height: 765 } as const;
/** For small screens: what a phone shows, so that the words stay readable. CSS pixels, each taken as 2 by 2. */
const phone = { width: 390, height: 1400 } as const;
const small = { width: 358, height: 640 } as const;
const density = 2;
const themes = ['light', 'dark'] as const;
type Clip = NonNullable<PageScreenshotOptions['clip']>;

const file = (path: string) => new URL(`../../../${path}`, import.meta.url);

async function inTheme(page: Page, theme: 'light' | 'dark', clip?: Clip): Promise<Buffer> {
  // The same event as when another tab changes the theme: the page, including its draft, stays as it is.
  await page.evaluate((newValue) => {
    const key = 'earshot-ui-theme';
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, theme);
  await page.locator(`html.${theme}`).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ animations: 'disabled', ...(clip && { clip }) });
}

/** The first leads of the same user on a phone, in both themes. */
async function takeSmall(browser: Browser, page: Page): Promise<void> {
  const storageState = await page.context().storageState();
  const watched = await openPage(browser, { viewport: phone, deviceScaleFactor: density, storageState });
  await watched.page.goto(page.url().replace(/&?lead=[^&]*/, ''));
  const place = await watched.page.getByRole('article').first().boundingBox();
  if (!place) throw new Error('the phone shows no lead');
  for (const theme of themes) {
    const picture = await inTheme(watched.page, theme, { x: place.x, y: place.y, ...small });
    const pixels = { width: small.width * density, height: small.height * density };
    await writeFile(file(`web/public/product-${theme}-small.webp`), await asWebp(browser, picture, pixels));
  }
  await watched.close();
}

const product = await openProduct();
const browser = await openBrowser();
try {
  const watched = await openPage(browser, { viewport: size });
  const { page } = watched;
  await leadsScene(watched, product.url);
  for (const theme of themes) {
    const picture = await inTheme(page, theme);
    if (theme === 'light') await writeFile(file('docs/leads.png'), picture);
    await writeFile(file(`web/public/product-${theme}.webp`), await asWebp(browser, picture, size));
  }
  await takeSmall(browser, page);
  await writeFile(file('web/public/social.png'), await socialImage(browser, product.url));
  await watched.close();
} finally {
  await browser.close();
  await product.stop();
}
