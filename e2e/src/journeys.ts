import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, openPage, patienceMs, type WatchedPage } from './browser.ts';
import { type OpenProduct, openProduct, type Product, startProduct, webRoot } from './product.ts';

type Settings = Readonly<Record<string, string>>;

interface JourneyOptions {
  /** Settings of the product, or a function that returns them at the start. The built web app is always served. */
  readonly settings?: Settings | (() => Settings);
  /** Options of the browser context. */
  readonly context?: BrowserContextOptions;
  /** Set when the journeys cut live connections on purpose: a failed WebSocket connection is then no error. */
  readonly cutsWire?: boolean;
}

const notOpened = /^WebSocket connection to '[^']*' failed/;

/** The objects that the journeys of a file share. Each journey gets the page of a new visitor. */
export interface Journeys<P extends OpenProduct = Product> {
  readonly product: P;
  readonly browser: Browser;
  readonly url: string;
  readonly watched: WatchedPage;
  readonly page: Page;
}

/**
 * Starts the product and a browser for the journeys of a file, and gives each journey the page of a new visitor.
 * A journey fails if its page reported a console error, a console warning or an uncaught error.
 */
export function journeys({ settings = {}, context = {}, cutsWire = false }: JourneyOptions = {}): Journeys {
  const currentSettings = () => (typeof settings === 'function' ? settings() : settings);
  const start = async () => {
    if (!existsSync(webRoot)) throw new Error('The web app is not built. Run `node scripts/ensure-web.mjs` first');
    return startProduct({ settings: { WEB_ROOT: webRoot, ...currentSettings() } });
  };
  return journeysIn(start, context, cutsWire);
}

/** The same for journeys that run against any installation. `openProduct` finds or starts it. */
export function journeysAnywhere(context: BrowserContextOptions = {}): Journeys<OpenProduct> {
  return journeysIn(openProduct, context);
}

function journeysIn<P extends OpenProduct>(
  start: () => Promise<P>,
  context: BrowserContextOptions,
  cutsWire = false,
): Journeys<P> {
  let product: P;
  let browser: Browser;
  let watched: WatchedPage;
  let begunMs: number;
  beforeAll(async () => {
    // The browser starts first: if there is none, no product is left running.
    browser = await openBrowser();
    product = await start();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  beforeEach(async () => {
    watched = await openPage(browser, context);
    begunMs = performance.now();
  });
  afterEach(async () => {
    const { complaints } = watched;
    if (performance.now() - begunMs > patienceMs) console.error(await watched.describe());
    await watched.close();
    expect(complaints.filter((one) => !cutsWire || !notOpened.test(one))).toEqual([]);
  });
  return {
    get product() {
      return product;
    },
    get browser() {
      return browser;
    },
    get url() {
      return product.url;
    },
    get watched() {
      return watched;
    },
    get page() {
      return watched.page;
    },
  };
}
