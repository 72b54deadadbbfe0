import { allServices } from '@earshot/all-in-one/services';
import { until } from '@earshot/core/testing';
import type { Product } from './product.ts';

/** Grants the administrator role, as `npm run admin` does, and waits until the session has it. */
export async function makeAdmin(
  product: Pick<Product, 'platformOf'>,
  email: string,
  statusOf: (path: string) => Promise<number>,
): Promise<void> {
  const auth = allServices.find(({ name }) => name === 'auth');
  await auth?.operations?.['admin']?.(['grant', email], product.platformOf('auth'));
  await until('the rights of the session', async () => (await statusOf('/api/admin/dashboard')) === 200);
}
