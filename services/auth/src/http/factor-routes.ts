import { AppError, appError } from '@earshot/core';
import { type RateLimiter, type RequestFacts, type Route, route, type SecurityLog } from '@earshot/service-kit';
import { ownFactorContract } from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from '../domain/account-changes.ts';
import { countingFailures } from '../domain/account-limits.ts';
import {
  dropUselessCodes,
  type FactorStores,
  firstRecoveryCodes,
  replaceRecoveryCodes,
} from '../domain/factors/manage-factors.ts';
import { passkeySite } from '../domain/factors/passkeys.ts';
import { addPasskey, type PasskeyDependencies } from '../domain/factors/prove-passkey.ts';
import { beginTotp, setTotp, type TotpDependencies } from '../domain/factors/totp.ts';
import type { Notices } from '../domain/mails/notices.ts';
import { creationOptions, siteOf } from './passkey-options.ts';

export type FactorRouteDependencies = FactorStores &
  PasskeyDependencies &
  TotpDependencies & {
    readonly accounts: Pick<AccountChanges, 'find'>;
    readonly notices: Notices;
    readonly security: SecurityLog;
    readonly limits: { readonly factors: RateLimiter; readonly challenges: RateLimiter };
  };

/** Setting up and removing factors. The gateway requires a confirmed session. */
export function factorRoutes(deps: FactorRouteDependencies): Route[] {
  return [listRoute(deps), ...totpRoutes(deps), ...passkeyRoutes(deps)];
}

function listRoute(deps: FactorRouteDependencies): Route {
  return route(ownFactorContract.listFactors, async ({ userId, request }) => ({
    totp: (await deps.factors.totpOf(userId)) !== null,
    passkeys: (await deps.passkeys.list(userId)).map(({ id, name, domain, createdAt, usedAt }) => ({
      id,
      name,
      domain,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await deps.factors.recoveryCodesLeft(userId),
    passkeysWork: passkeySite(request.origin) !== null,
  }));
}

function totpRoutes(deps: FactorRouteDependencies): Route[] {
  return [
    route(ownFactorContract.beginTotp, async ({ userId }) => beginTotp(await userOf(userId, deps), deps)),
    route(ownFactorContract.setTotp, async ({ userId, body, request }) => {
      const attempts = [{ limiter: deps.limits.factors, key: userId, onSuccess: 'reset' }] as const;
      const set = () => countingFailures(attempts, () => setTotp({ ...body, userId }, deps));
      return addFactor('authenticator', { userId, request, add: set }, deps);
    }),
    route(ownFactorContract.removeTotp, async ({ userId, request }) => {
      if (await deps.factors.removeTotp(userId)) await removed('authenticator', { userId, request }, deps);
      return undefined;
    }),
    route(ownFactorContract.newRecoveryCodes, async ({ userId, request }) => {
      const recoveryCodes = await replaceRecoveryCodes(userId, deps);
      record('factor-added', 'recovery-codes', { userId, request }, deps);
      return { recoveryCodes };
    }),
  ];
}

function passkeyRoutes(deps: FactorRouteDependencies): Route[] {
  const { limits, notices, passkeys } = deps;
  return [
    route(ownFactorContract.beginPasskey, async ({ userId, request }) => {
      const site = siteOf(request);
      await limits.challenges.take(userId);
      return creationOptions(await userOf(userId, deps), site, deps);
    }),
    route(ownFactorContract.addPasskey, async ({ userId, body, request }) => {
      const site = siteOf(request);
      const add = () => addPasskey({ ...body, userId, site }, deps);
      const answered = await addFactor('passkey', { userId, request, add }, deps);
      await notices.send('passkey-added', { userId, network: request.ip });
      return answered;
    }),
    route(ownFactorContract.removePasskey, async ({ userId, params, request }) => {
      if (!(await passkeys.remove(userId, params.id))) throw appError('factor.not-found');
      await notices.send('passkey-removed', { userId, network: request.ip });
      await removed('passkey', { userId, request }, deps);
      return undefined;
    }),
  ];
}

type Kind = 'passkey' | 'authenticator';
interface Owner {
  readonly userId: UserId;
  readonly request: RequestFacts;
}

/** Adds a factor, records it or a wrong proof, and creates recovery codes with the first factor. */
async function addFactor(
  kind: Kind,
  { add, ...owner }: Owner & { readonly add: () => Promise<void> },
  deps: FactorRouteDependencies,
): Promise<{ recoveryCodes: string[] | null }> {
  await add().catch((error: unknown) => {
    if (error instanceof AppError && wrongProofs.has(error.code)) {
      const facts = { reason: 'wrong-secret', userId: owner.userId, network: owner.request.ip } as const;
      deps.security.record({ event: 'factor-added', outcome: 'failure', ...facts });
    }
    throw error;
  });
  record('factor-added', kind, owner, deps);
  const recoveryCodes = await firstRecoveryCodes(owner.userId, deps);
  if (recoveryCodes !== null) record('factor-added', 'recovery-codes', owner, deps);
  return { recoveryCodes };
}
const wrongProofs: ReadonlySet<string> = new Set(['auth.wrong-code', 'auth.passkey-invalid']);

/** Records that a factor was removed, and deletes the recovery codes after the last one. */
async function removed(kind: Kind, owner: Owner, deps: FactorRouteDependencies): Promise<void> {
  record('factor-removed', kind, owner, deps);
  if (await dropUselessCodes(owner.userId, deps)) record('factor-removed', 'recovery-codes', owner, deps);
}

function record(
  event: 'factor-added' | 'factor-removed',
  reason: Kind | 'recovery-codes',
  { userId, request }: Owner,
  { security }: FactorRouteDependencies,
): void {
  security.record({ event, outcome: 'success', reason, userId, network: request.ip });
}

async function userOf(userId: UserId, { accounts }: FactorRouteDependencies) {
  const user = await accounts.find(userId);
  if (user === null) throw appError('auth.unauthorized', { userId });
  return user;
}
