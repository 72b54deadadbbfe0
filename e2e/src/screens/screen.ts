import type { Page } from 'playwright-core';
import type { Onlooker } from './onlookers.ts';
import type { widths } from './widths.ts';

export type Width = (typeof widths)[number];

/** One state of the web app that people come to see. */
export interface Screen {
  /** The name of its pictures. */
  readonly name: string;
  readonly who: Onlooker;
  readonly path: string;
  /** Answers of calls, by path, that stand in for what a test could not hold still. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Words of the page that are there when it is complete. */
  readonly shows: string | RegExp;
  /** What is done on it before it is looked at. */
  readonly prepare?: (page: Page, width: Width) => Promise<void>;
}

/** Opens the screen at this width and waits until all of it is there. */
export async function openScreen(page: Page, origin: string, screen: Screen, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
  for (const [path, json] of Object.entries(screen.answers ?? {}))
    await page.route(`**${path}`, (route) => route.fulfill({ json }));
  await page.goto(origin + screen.path, { waitUntil: 'networkidle' });
  await page.getByText(screen.shows).filter({ visible: true }).first().waitFor();
  await screen.prepare?.(page, width);
}
