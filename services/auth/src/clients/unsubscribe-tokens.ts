import type { Vault } from '@earshot/service-kit';
import type { UnsubscribeTokens } from '../domain/mails/links.ts';

const purpose = 'unsubscribe';

/** Users' ids under the sealing keys: such a token lasts as long as its key, and tells nothing. */
export function unsubscribeTokens(vault: Vault): UnsubscribeTokens {
  return {
    of: (userId) => vault.seal(userId, purpose),
    userOf: (token) => vault.open(token, purpose),
  };
}
