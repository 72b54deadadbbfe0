import { modelAddress, type ModelServer, namesForbiddenHost } from '@earshot/llm';
import { appError } from '@earshot/core';
import type { Vault } from '@earshot/service-kit';

/** A connected server as it is stored. */
export interface StoredModelServer {
  readonly address: string;
  readonly model: string | null;
  /** Sealed. Null: the server asks for none. */
  readonly key: string | null;
  readonly updatedAt: Date;
}

/** Stores the one model server of the installation. Each change publishes `modelChanged`. */
export interface ModelServers {
  find(): Promise<StoredModelServer | null>;
  connect(server: StoredModelServer): Promise<void>;
  disconnect(now: Date): Promise<void>;
}

interface Dependencies {
  readonly servers: ModelServers;
  readonly vault: Vault;
  /** Whether the environment sets a server, which counts instead of the stored one. */
  readonly isFixed: () => Promise<boolean>;
  readonly now: () => Date;
}

/** The server that an administrator enters. Without a key, the stored one is kept for the same host. */
export interface ModelServerChange {
  readonly address: string;
  readonly key?: string | undefined;
  readonly model: string;
}

/** Binds a sealed key to its host, so that no other host can be made to receive it. */
export const modelKeyPurpose = (address: string) => `model key ${new URL(address).origin}`;

/** Connects the server. Throws request.invalid if a model server cannot have this address, and model.set-by-environment. */
export async function connectModelServer(
  { address, key, model }: ModelServerChange,
  { servers, vault, isFixed, now }: Dependencies,
): Promise<StoredModelServer> {
  const problem = problemOf(address);
  if (problem !== null) throw appError('request.invalid', { fields: { address: problem } });
  if (await isFixed()) throw appError('model.set-by-environment');
  const purpose = modelKeyPurpose(address);
  const stored = await servers.find();
  const storedKey = stored !== null && modelKeyPurpose(stored.address) === purpose ? stored.key : null;
  const newKey = key === '' ? null : key && vault.seal(key, purpose);
  const server = {
    address,
    model: model === '' ? null : model,
    key: newKey === undefined ? storedKey : newKey,
    updatedAt: now(),
  };
  await servers.connect(server);
  return server;
}

/** The server with its key, for the services that call it. */
export async function modelServerToCall({
  servers,
  vault,
}: Pick<Dependencies, 'servers' | 'vault'>): Promise<ModelServer | null> {
  const stored = await servers.find();
  if (stored === null) return null;
  const { address, model, key } = stored;
  return { address, model, key: key === null ? null : vault.open(key, modelKeyPurpose(address)) };
}

function problemOf(address: string): string | null {
  const parsed = modelAddress.safeParse(address);
  if (!parsed.success) return `The address ${parsed.error.issues[0]?.message ?? 'is not right'}`;
  return namesForbiddenHost(address) ? 'Earshot does not call this address: enter that of your model server' : null;
}
