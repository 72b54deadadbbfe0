import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import type { WatchedPage } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { axeViolations } from '../../src/screens/accessibility.ts';
import { dashboardScreens } from '../../src/screens/dashboard-screens.ts';
import { controlFlaws, sidewaysScrolls } from '../../src/screens/layout-flaws.ts';
import { layoutShift } from '../../src/screens/layout-shift.ts';
import type { ScreenUser } from '../../src/screens/screen-users.ts';
import { screenUsers, ownerEmail } from '../../src/screens/screen-users.ts';
import { publicScreens } from '../../src/screens/public-screens.ts';
import { openScreen } from '../../src/screens/screen.ts';
import { themes, widths } from '../../src/screens/widths.ts';

const pictures = new URL('../../screens/', import.meta.url).pathname;
const mostShift = 0.05;
/** Takes no screenshots in CI, where no person would look at them. */
const isLookedAt = !process.env['CI'];

const journey = journeys({ settings: { EARSHOT_ADMIN_EMAILS: ownerEmail } });
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
    const { page, complaints } = pages[screen.who];
    const flaws: string[] = [];
    for (const width of widths) {
      await openScreen(page, journey.url, screen, width);
      const { total, moved } = await layoutShift(page);
      if (total >= mostShift) flaws.push(`${width}: shifts by ${total.toFixed(3)}: ${moved.join('; ')}`);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(`html.${theme}`).waitFor();
        const path = `${pictures}${screen.name}-${width}-${theme}.png`;
        // To hide the caret, Playwright would insert a style element, which the page's content security policy forbids.
        if (isLookedAt) await page.screenshot({ path, fullPage: true, caret: 'initial' });
        flaws.push(...(await axeViolations(page)).map((flaw) => `${width} ${theme}: ${flaw}`));
      }
      for (const flaw of [...(await sidewaysScrolls(page)), ...(await controlFlaws(page))])
        flaws.push(`${width}: ${flaw}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect({ flaws, complaints: complaints.splice(0) }).toEqual({ flaws: [], complaints: [] });
  },
);
