import type { OperationPlace } from '@earshot/service-kit';
import { accountChangesStore } from '../store/account-changes-store.ts';
import { firstAdminLinkStore } from '../store/first-admin-link-store.ts';
import { authModels } from '../store/models.ts';

/** Creates a link for the first administrator and returns its token. Returns nothing if there is an administrator. */
export async function createFirstAdminLink(
  _args: readonly string[],
  { documents, clock }: OperationPlace,
): Promise<readonly string[]> {
  const models = authModels(documents);
  if (await accountChangesStore(models.user).hasAdmin()) return [];
  return [await firstAdminLinkStore(models.firstAdminLink).create(clock.now())];
}
