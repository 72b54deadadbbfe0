import { allServices } from '@earshot/all-in-one/services';
import { storeUsers } from '@earshot/service-kit/operations';
import { stringify } from 'yaml';
import type { Generated } from './generated.ts';

/** The chart replaces it by the prefix of the installation. */
const namespace = 'NAMESPACE';

/** The users of the stores: which stores each one signs in to, and its rights in Redis, which the generated keys need. */
export function storeUsersFile(): Generated {
  const heading = '# Written by `npm run chart` from the definitions of the services (src/service.ts of each).\n';
  const users = storeUsers(allServices, namespace).map(({ owner, databases, redis }) => [
    owner,
    { mongodb: databases.length > 0, redis: redis?.join(' ') ?? '' },
  ]);
  return { path: 'earshot/files/store-users.yaml', text: heading + stringify(Object.fromEntries(users)) };
}
