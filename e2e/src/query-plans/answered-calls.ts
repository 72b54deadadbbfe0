import { figureOf, until } from '@earshot/core/testing';
import { contracts, type Endpoint } from '@earshot/proto/http';
import type { Product } from '../product.ts';

/** Between two looks, because reading all metrics takes the time of the process that is to make the call. */
const lookEveryMs = 500;

/** Waits for a call that the services make by themselves. */
export async function untilAnswered(product: Product, name: string): Promise<void> {
  const isAnswered = async () => unanswered(await product.scrape(), [name]).length === 0;
  await until(`the call ${name}`, isAnswered, undefined, lookEveryMs);
}

/** Those of the calls that have not succeeded yet. */
export function unanswered(scrape: string, names: readonly string[] = Object.keys(contracts)): string[] {
  const isAnswered = ({ service, method, path: route }: Endpoint) =>
    [...successes].some(
      (status) => (figureOf(scrape, 'httpRequestSeconds', { service, method, route, status }) ?? 0) > 0,
    );
  return names.filter((name) => {
    const endpoint = contracts[name];
    return endpoint === undefined || !isAnswered(endpoint);
  });
}
const successes = new Set(Object.values(contracts).flatMap(({ statuses }) => statuses.map(String)));
