import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { series } from '@earshot/core/testing';
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { WatchedPage } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { axeViolations, colorViolations } from '../../src/screens/accessibility.ts';
import { dashboardScreens } from '../../src/screens/dashboard-screens.ts';
import { buttonRowFlaws, controlFlaws, hintlessScrolls, sidewaysScrolls } from '../../src/screens/layout-flaws.ts';
import { layoutShift, pageTime } from '../../src/screens/layout-shift.ts';
import { type ScreenUser, screenUsers } from '../../src/screens/screen-users.ts';
import { publicScreens } from '../../src/screens/public-screens.ts';
import { openScreen, resize, type Screen, type Width } from '../../src/screens/screen.ts';
import { plainTextLinks } from '../../src/screens/text-links.ts';
import { type Theme, themes, widths } from '../../src/screens/widths.ts';

const pictures = new URL('../../screens/', import.meta.url).pathname;
const mostShift = 0.05;
/** Screenshots are for people, and take a quarter of the time. */
const isLookedAt = Boolean(process.env['SCREENSHOTS']);
/** The long run loads each screen at each width, and runs axe at each width. */
const isLong = series({ ci: 0, soak: 1 }) > 0;
/**
 * The widths at which axe runs. No media query of the style sheets has both a least and a greatest width, so the middle
 * width shows nothing that the others lack.
 */
const withAxe: readonly Width[] = isLong || isLookedAt ? widths : [390, 1440];

const journey = journeys();
let pages: Record<ScreenUser, WatchedPage>;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  pages = await screenUsers(journey.product, journey.browser);
});
afterAll(async () => {
  for (const { close } of Object.values(pages)) await close();
});

it.each([...publicScreens, ...dashboardScreens])(
  'the screen $name is whole at every width in both themes',
  async (screen) => {
    const { page, complaints } = pages[screen.who ?? 'owner'];
    const flaws: string[] = [];
    const check = async (name: string, visit: Visit, since: number) => {
      for (const flaw of await flawsOf(page, name, visit, since)) flaws.push(`${name} ${flaw}`);
    };
    for (const visit of visitsOf(screen)) {
      const [width] = visit;
      await openScreen(page, journey.url, screen, width);
      await check(screen.name, visit, 0);
      for (const { name, prepare } of screen.then ?? []) {
        const since = await pageTime(page);
        await prepare(page, width);
        await check(name, visit, since);
      }
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect({ flaws, complaints: complaints.splice(0) }).toEqual({ flaws: [], complaints: [] });
  },
);

/** The widths at which a screen is checked after one load. The load is at the first of them. */
type Visit = readonly [Width, ...Width[]];

/**
 * A load takes longer than all checks at one width. So most screens are loaded at the largest width, where they ask for
 * everything that they show, and are then made narrower.
 */
function visitsOf({ opensByWidth = false }: Screen): readonly Visit[] {
  return opensByWidth || isLong ? widths.map((width): Visit => [width]) : [[1440, 768, 390]];
}

/**
 * The flaws of what the page shows: at each width in its present theme, and then in the other theme, which stays for the
 * next check. The browser needs much time to change the theme. Ends at the first width.
 */
async function flawsOf(page: Page, name: string, visit: Visit, since: number): Promise<string[]> {
  const flaws: string[] = [];
  const { total, moved } = await layoutShift(page, since);
  if (total >= mostShift) flaws.push(`shifts by ${total.toFixed(3)}: ${moved.join('; ')}`);
  const present = await themeOf(page);
  for (const width of visit) {
    await show(page, name, width, present);
    const violations = withAxe.includes(width) ? await axeViolations(page) : [];
    const rows = width === 390 ? await buttonRowFlaws(page) : [];
    const layout = [...(await sidewaysScrolls(page)), ...(await hintlessScrolls(page)), ...(await controlFlaws(page))];
    const found = [...violations, ...layout, ...rows, ...(await plainTextLinks(page))];
    flaws.push(...found.map((flaw) => `${width} ${present}: ${flaw}`));
  }
  const inBoth = visit.filter((width) => withAxe.includes(width)).toReversed();
  if (inBoth.length === 0) return flaws;
  const [other = present] = themes.filter((theme) => theme !== present);
  await page.emulateMedia({ colorScheme: other });
  await page.locator(`html.${other}`).waitFor();
  for (const width of inBoth) {
    await show(page, name, width, other);
    flaws.push(...(await colorViolations(page)).map((flaw) => `${width} ${other}: ${flaw}`));
  }
  return flaws;
}

/** Shows the page at this width, and saves a picture if somebody wants to look at it. */
async function show(page: Page, name: string, width: Width, theme: Theme): Promise<void> {
  await resize(page, width);
  const path = `${pictures}${name}-${width}-${theme}.png`;
  // To hide the caret, Playwright would insert a style element, which the page's content security policy forbids.
  if (isLookedAt) await page.screenshot({ path, fullPage: true, caret: 'initial' });
}

async function themeOf(page: Page): Promise<Theme> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? 'dark' : 'light';
}
