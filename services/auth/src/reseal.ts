import { vaultOf } from '@earshot/service-kit';
import type { Connection } from 'mongoose';
import { totpPurpose } from './domain/factors/totp.ts';
import { modelKeyPurpose } from './domain/model-server.ts';
import { modelServerId } from './store/model-server-store.ts';
import { authModels } from './store/models.ts';

/**
 * Seals the secrets of authenticator apps that use an older key with the current one
 * (docs/decisions/0037-sealed-secrets.md). Services may run meanwhile. Resolves with numbers of apps.
 */
export async function reseal(documents: Connection, keys: Parameters<typeof vaultOf>[0]) {
  const model = authModels(documents).secondFactor;
  const vault = vaultOf(keys);
  const done = { resealed: 0, kept: 0, unreadable: 0 };
  for await (const { _id, totp } of model
    .find({ totp: { $exists: true } })
    .lean()
    .cursor()) {
    if (totp === undefined || !vault.isStale(totp.sealed)) {
      done.kept += 1;
      continue;
    }
    const secret = vault.open(totp.sealed, totpPurpose(_id));
    if (secret === null) {
      done.unreadable += 1;
      continue;
    }
    const fresh = { 'totp.sealed': vault.seal(secret, totpPurpose(_id)) };
    // No match: the user replaced the app meanwhile, so a running service sealed it.
    await model.updateOne({ _id, 'totp.sealed': totp.sealed }, { $set: fresh }).exec();
    done.resealed += 1;
  }
  return done;
}

/** Does the same with the key of the model server. Resolves with what was done: nothing where no key is stored. */
export async function resealModelKey(
  documents: Connection,
  keys: Parameters<typeof vaultOf>[0],
): Promise<'resealed' | 'kept' | 'unreadable' | 'none'> {
  const model = authModels(documents).modelServer;
  const vault = vaultOf(keys);
  const stored = await model.findById(modelServerId).lean().exec();
  if (!stored?.address || !stored.key) return 'none';
  const { address, key } = stored;
  if (!vault.isStale(key)) return 'kept';
  const opened = vault.open(key, modelKeyPurpose(address));
  if (opened === null) return 'unreadable';
  const sealed = vault.seal(opened, modelKeyPurpose(address));
  await model.updateOne({ _id: modelServerId, key }, { $set: { key: sealed } }).exec();
  return 'resealed';
}
