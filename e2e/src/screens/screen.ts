import type { Page } from 'playwright-core';
import type { ScreenUser } from './screen-users.ts';
import type { widths } from './widths.ts';

export type Width = (typeof widths)[number];

type Steps = (page: Page, width: Width) => Promise<void>;

/** One state of the web app to check. */
export interface Screen {
  /** The name of its screenshots. */
  readonly name: string;
  /** The signed-in owner of the data unless set. */
  readonly who?: ScreenUser;
  readonly path: string;
  /** Fixed answers of calls, by path, for data that would change between runs. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The page whose document is served at this path, where the settings of the checks would redirect it. */
  readonly servedAs?: string;
  /** Text that is on the page when it is complete. */
  readonly shows: string | RegExp;
  /** Steps before the screen is checked. */
  readonly prepare?: Steps;
  /** Set if `prepare` or a step of `then` depends on the width. Such a screen is loaded at each width. */
  readonly opensByWidth?: boolean;
  /** Further states, each reached from the one before it. They are checked without another load, which takes most of the time. */
  readonly then?: readonly { readonly name: string; readonly prepare: Steps }[];
}

/** Opens the screen at this width and waits until it is complete. */
export async function openScreen(page: Page, origin: string, screen: Screen, width: Width): Promise<void> {
  await page.setViewportSize(viewportOf(width));
  for (const [path, json] of Object.entries(screen.answers ?? {}))
    await page.route(`**${path}`, (route) => route.fulfill({ json }));
  if (screen.servedAs !== undefined) {
    const url = origin + screen.servedAs;
    await page.route(origin + screen.path, async (route) => route.fulfill({ response: await route.fetch({ url }) }));
  }
  await page.goto(origin + screen.path, { waitUntil: 'networkidle' });
  await page.getByText(screen.shows).filter({ visible: true }).first().waitFor();
  // On a busy machine the network can seem idle while a part of the page has yet to ask for its styles.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  );
  await screen.prepare?.(page, width);
}

/** Changes the width of an open page and waits until it is laid out again. */
export async function resize(page: Page, width: Width): Promise<void> {
  await page.setViewportSize(viewportOf(width));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

const viewportOf = (width: Width) => ({ width, height: width < 768 ? 844 : 900 });
