import { allServices } from '@earshot/all-in-one/services';
import type { TestOptions, TestServices } from '@earshot/testing';
import { startTestServices } from '@earshot/testing';
import { existsSync } from 'node:fs';

export interface Product extends TestServices {
  /** Where browsers reach it. */
  readonly url: string;
}

/** The web app, once it is built. */
export const webRoot = new URL('../../web/dist', import.meta.url).pathname;

/** What people outside have of a product. */
export interface OpenProduct {
  /** Where browsers reach it. */
  readonly url: string;
  /** Ends what the test started; a product that was there stays. */
  stop(): Promise<void>;
}

/**
 * The product that PRODUCT_URL names, else a new one in this process with its web app. For journeys that need no more
 * than an address, so that they run against any installation; several may share it, so visitors have new names.
 */
export async function openProduct(): Promise<OpenProduct> {
  const url = process.env['PRODUCT_URL'];
  if (url !== undefined && url !== '') return { url, stop: async () => {} };
  return startProduct({ settings: existsSync(webRoot) ? { WEB_ROOT: webRoot } : {} });
}

/**
 * The whole product in this process, every service real, on free ports and a folder of its own: for tests that choose
 * settings, reach inside or start again, which no address allows.
 */
export async function startProduct(options: TestOptions = {}): Promise<Product> {
  // Suites ask as fast as they can; what the limit does is told by its own.
  const settings = { PORT: '0', SANDBOX_PUBLIC: 'true', CALLS_PER_MINUTE: '1000000', ...options.settings };
  const services = await startTestServices(allServices, { ...options, settings });
  return { ...services, url: services.urlOf('gateway') };
}
