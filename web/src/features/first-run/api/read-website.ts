import { discoveryContract } from '@earshot/proto/http/discovery';
import { call } from '../../../lib/api-client.ts';

/** The description of a business in the words of its website. */
export async function readWebsite(address: string): Promise<string> {
  const { businessDescription } = await call(discoveryContract.describeByWebsite, { body: { address } });
  return businessDescription;
}
