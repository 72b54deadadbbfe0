import { allServices } from '@earshot/all-in-one/services';
import type { TestOptions, TestServices } from '@earshot/platform/testing';
import { startTestServices } from '@earshot/platform/testing';

export interface Product extends TestServices {
  /** Where browsers reach it. */
  readonly url: string;
}

/** The whole product in this process, every service real, on free ports and a folder of its own. */
export async function startProduct(options: TestOptions = {}): Promise<Product> {
  const settings = { PORT: '0', SANDBOX_PUBLIC: 'true', ...options.settings };
  const services = await startTestServices(allServices, { ...options, settings });
  return { ...services, url: services.urlOf('gateway') };
}
