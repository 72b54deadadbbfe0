import { allServices } from '@earshot/all-in-one/services';
import { startTestServices, type TestOptions, type TestServices } from '@earshot/testing';
import { existsSync } from 'node:fs';

export interface Product extends TestServices {
  /** The address for browsers. */
  readonly url: string;
}

/** The folder of the built web app. */
export const webRoot = new URL('../../web/dist', import.meta.url).pathname;

/** The parts of a product that can be used from outside. */
export interface OpenProduct {
  /** The address for browsers. */
  readonly url: string;
  /** Stops what the test started. A product that was running before continues to run. */
  stop(): Promise<void>;
}

/**
 * The product at PRODUCT_URL, or a new one in this process with its web app. For journeys that need only an address, so
 * that they run against any installation. Several may share it, so visitors need new names.
 */
export async function openProduct(): Promise<OpenProduct | Product> {
  const url = process.env['PRODUCT_URL'];
  if (url !== undefined && url !== '') return { url, stop: async () => {} };
  return startProduct({ settings: existsSync(webRoot) ? { WEB_ROOT: webRoot } : {} });
}

/**
 * The whole product in this process, with every service real, on free ports and in a separate folder. For tests that
 * choose settings, use internals or restart the product, which a remote installation does not allow.
 */
export async function startProduct(options: TestOptions = {}): Promise<Product> {
  // Suites send requests as fast as they can. A separate suite tests the call limit.
  const settings = { PORT: '0', CALLS_PER_MINUTE: '1000000', ...options.settings };
  const services = await startTestServices(allServices, { ...options, settings });
  return { ...services, url: services.urlOf('gateway') };
}
