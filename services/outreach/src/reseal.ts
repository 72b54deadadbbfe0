import type { Connection } from 'mongoose';
import { vaultOf } from '@earshot/service-kit';
import { resealAccounts } from './store/linked-account-store.ts';
import { outreachModels } from './store/models.ts';

/** The results of resealing the linked accounts' tokens, as numbers of accounts. */
export interface Resealed {
  readonly resealed: number;
  /** Accounts whose tokens already use the current key. */
  readonly kept: number;
  /** Accounts whose tokens are damaged or use a missing key: their users have to link them again. */
  readonly unreadable: number;
}

/**
 * Seals all tokens in outreach's database that use an older key with the current one
 * (docs/decisions/0037-sealed-secrets.md). Services may run meanwhile.
 */
export function reseal(documents: Connection, keys: Parameters<typeof vaultOf>[0]): Promise<Resealed> {
  return resealAccounts(outreachModels(documents).account, vaultOf(keys));
}
