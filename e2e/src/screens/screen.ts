import type { Page } from 'playwright-core';
import type { ScreenUser } from './screen-users.ts';
import type { widths } from './widths.ts';

export type Width = (typeof widths)[number];

/** One state of the web app to check. */
export interface Screen {
  /** The name of its screenshots. */
  readonly name: string;
  readonly who: ScreenUser;
  readonly path: string;
  /** Fixed answers of calls, by path, for data that would change between runs. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Text that is on the page when it is complete. */
  readonly shows: string | RegExp;
  /** Steps before the screen is checked. */
  readonly prepare?: (page: Page, width: Width) => Promise<void>;
}

/** Opens the screen at this width and waits until it is complete. */
export async function openScreen(page: Page, origin: string, screen: Screen, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
  for (const [path, json] of Object.entries(screen.answers ?? {}))
    await page.route(`**${path}`, (route) => route.fulfill({ json }));
  await page.goto(origin + screen.path, { waitUntil: 'networkidle' });
  await page.getByText(screen.shows).filter({ visible: true }).first().waitFor();
  await screen.prepare?.(page, width);
}
