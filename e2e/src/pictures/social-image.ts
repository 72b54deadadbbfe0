import type { Browser } from 'playwright-core';

/** The image for link previews: the heading of the landing page, 1200 by 630. */
export async function socialImage(browser: Browser, url: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ animations: 'disabled' });
  await page.close();
  return picture;
}
