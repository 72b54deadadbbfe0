import type { Connection } from 'mongoose';
import { vaultOf } from '@earshot/service-kit';
import { resealAccounts } from './store/linked-account-store.ts';
import { outreachModels } from './store/models.ts';

/** What became of the linked accounts' tokens, in accounts. */
export interface Resealed {
  readonly resealed: number;
  /** Those that lay under the current key already. */
  readonly kept: number;
  /** Sealed under a key that is gone, or damaged: their users have to link them again. */
  readonly unreadable: number;
}

/** Seals all tokens of outreach's database anew that lie under an older key; services may run meanwhile. */
export function reseal(documents: Connection, keys: Parameters<typeof vaultOf>[0]): Promise<Resealed> {
  return resealAccounts(outreachModels(documents).account, vaultOf(keys));
}
