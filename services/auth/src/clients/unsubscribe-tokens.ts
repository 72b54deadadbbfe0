import type { Vault } from '@earshot/service-kit';
import type { UnsubscribeTokens } from '../domain/mails/links.ts';

const purpose = 'unsubscribe';

/** Seals user ids with the sealing keys. Such a token is valid as long as its key, and reveals nothing. */
export function unsubscribeTokens(vault: Vault): UnsubscribeTokens {
  return {
    of: (userId) => vault.seal(userId, purpose),
    userOf: (token) => vault.open(token, purpose),
  };
}
