import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { WatchedPage } from './browser.ts';
import { openBrowser, openPage } from './browser.ts';
import type { OpenProduct, Product } from './product.ts';
import { openProduct, startProduct, webRoot } from './product.ts';

type Settings = Readonly<Record<string, string>>;

interface JourneyOptions {
  /** Settings of the product, or what gives them when it starts; the built web app is served in any case. */
  readonly settings?: Settings | (() => Settings);
  /** How the page is opened. */
  readonly context?: BrowserContextOptions;
  /** The journeys end live channels on purpose: that one could not be opened anew is then no complaint. */
  readonly cutsWire?: boolean;
}

const notOpened = /^WebSocket connection to '[^']*' failed/;

/** What the journeys of a file share; the page is a new visitor's in each of them. */
export interface Journeys<P extends OpenProduct = Product> {
  readonly product: P;
  readonly browser: Browser;
  readonly url: string;
  readonly watched: WatchedPage;
  readonly page: Page;
}

/**
 * Starts the product and a browser for the journeys of a file, and gives each a page of a new visitor.
 * A journey fails if its page complained: a console error or warning, or an uncaught error.
 */
export function journeys({ settings = {}, context = {}, cutsWire = false }: JourneyOptions = {}): Journeys {
  const given = () => (typeof settings === 'function' ? settings() : settings);
  const start = async () => {
    if (!existsSync(webRoot)) throw new Error('The web app is not built. Run `node scripts/ensure-web.mjs` first');
    return startProduct({ settings: { WEB_ROOT: webRoot, ...given() } });
  };
  return journeysIn(start, context, cutsWire);
}

/** The same for journeys that run against any installation, as `openProduct` finds it. */
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
  beforeAll(async () => {
    // Without a browser nothing is left running.
    browser = await openBrowser();
    product = await start();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  beforeEach(async () => {
    watched = await openPage(browser, context);
  });
  afterEach(async () => {
    const { complaints } = watched;
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
