import { appError, type Clock } from '@earshot/core';
import {
  answer,
  type InternalTokens,
  type RateLimiter,
  recordAttempt,
  type RequestFacts,
  type Route,
  route,
  type SecurityLog,
  type Vault,
} from '@earshot/service-kit';
import { confirmContract } from '@earshot/proto/http';
import type { PasskeyProof } from '@earshot/proto/http/auth-factors';
import type { UserId } from '@earshot/proto/refs';
import { countingFailures } from '../domain/account-limits.ts';
import { confirmByPassword, type ConfirmDependencies, methodsOf } from '../domain/confirm-session.ts';
import type { FactorStores } from '../domain/factors/manage-factors.ts';
import { passkeySite } from '../domain/factors/passkeys.ts';
import { type PasskeyDependencies, provePasskey } from '../domain/factors/prove-passkey.ts';
import { proveByCode, type TotpDependencies } from '../domain/factors/totp.ts';
import type { IdentityProvider } from '../domain/identity.ts';
import type { User } from '../domain/user.ts';
import { requestOptions, siteOf } from './passkey-options.ts';
import { beginVisit } from './provider-visit.ts';
import { sessionInstruction } from './session-instruction.ts';

interface Dependencies
  extends Omit<ConfirmDependencies, 'limits'>, FactorStores, PasskeyDependencies, TotpDependencies {
  readonly limits: ConfirmDependencies['limits'] & Readonly<Record<'providerVisits' | 'challenges', RateLimiter>>;
  /** null without a provider. */
  readonly provider: IdentityProvider | null;
  readonly vault: Vault;
  readonly security: SecurityLog;
  readonly clock: Clock;
  readonly tokens: InternalTokens;
}

interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

/** Confirming the session, by a proof of the user or at the provider, and linking a provider. */
export function confirmRoutes(deps: Dependencies): Route[] {
  const { provider, tokens } = deps;
  return [
    route(confirmContract.confirmMethods, async ({ userId, request }) => ({
      methods: await methodsAt(request, userId, deps),
      provider: provider?.name ?? null,
    })),
    route(confirmContract.confirmSession, async ({ userId, body, request }) => {
      const attempt = { event: 'session-confirmed', network: request.ip, userId } as const;
      const user = await recordAttempt(deps.security, attempt, () => confirm(userId, body, request, deps));
      const headers = sessionInstruction('confirm', user, tokens);
      return answer({ message: 'This session is confirmed for 10 minutes' }, { headers });
    }),
    route(confirmContract.confirmByPasskey, async ({ userId, request }) => {
      const site = siteOf(request);
      await deps.limits.challenges.take(userId);
      return requestOptions({ purpose: 'confirm', userId }, site, deps);
    }),
    route(confirmContract.confirmAtProvider, async ({ userId, body, request }) => {
      const methods = await methodsAt(request, userId, deps);
      if (!methods.includes('provider')) throw appError('auth.forbidden', { message: 'Confirm with your password' });
      await deps.limits.providerVisits.take(userId);
      return visit({ purpose: 'confirm', userId }, body.return, request.origin, deps);
    }),
    route(confirmContract.linkProvider, async ({ userId, body, request }) => {
      await deps.limits.providerVisits.take(userId);
      return visit({ purpose: 'link', userId }, body.return, request.origin, deps);
    }),
  ];
}

function methodsAt({ origin }: RequestFacts, userId: UserId, deps: Dependencies) {
  return methodsOf(userId, { hasProvider: deps.provider !== null, site: passkeySite(origin) }, deps);
}

async function confirm(
  userId: UserId,
  { password, code, passkey }: Proof,
  request: RequestFacts,
  deps: Dependencies,
): Promise<User> {
  if (password !== undefined) return confirmByPassword({ userId, password }, deps);
  const user = await deps.accounts.find(userId);
  if (user === null) throw appError('auth.unauthorized', { userId });
  const attempts = [{ limiter: deps.limits.passwordChanges, key: userId, onSuccess: 'reset' }] as const;
  await countingFailures(attempts, async () => {
    if (code !== undefined) await proveByCode({ userId, code }, deps);
    else if (passkey !== undefined)
      await provePasskey(passkey, { purpose: 'confirm', userId, site: siteOf(request) }, deps);
    else throw appError('auth.wrong-code');
  });
  return user;
}

async function visit(
  reason: { purpose: 'confirm' | 'link'; userId: UserId },
  returnPath: string | undefined,
  origin: string | null,
  deps: Dependencies,
) {
  if (deps.provider === null || origin === null) throw appError('auth.provider-unavailable');
  const begun = await beginVisit({ ...reason, returnPath, origin }, { ...deps, provider: deps.provider });
  if ('problem' in begun) throw appError('auth.provider-unavailable');
  return answer({ url: begun.url }, { headers: { 'Set-Cookie': begun.cookie } });
}
