import { appError } from '@earshot/core';
import { publicRoute, type RateLimiter, type RequestFacts, type Route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import type { PasskeyProof } from '@earshot/proto/http/auth-factors';
import type { secondFactors } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from '../domain/account-changes.ts';
import { countingFailures } from '../domain/account-limits.ts';
import type { FactorStores } from '../domain/factors/manage-factors.ts';
import { passkeySite } from '../domain/factors/passkeys.ts';
import { type PasskeyDependencies, provePasskey } from '../domain/factors/prove-passkey.ts';
import { proveByCode, type TotpDependencies } from '../domain/factors/totp.ts';
import type { User } from '../domain/user.ts';
import { beginSession, type BeginSessionDependencies } from './begin-session.ts';
import { endTicket, type FirstStep, openTicket, type TicketDependencies } from './factor-ticket.ts';
import { requestOptions, siteOf } from './passkey-options.ts';

type Dependencies = BeginSessionDependencies &
  FactorStores &
  PasskeyDependencies &
  TicketDependencies &
  TotpDependencies & {
    readonly accounts: Pick<AccountChanges, 'find'>;
    readonly limits: Readonly<Record<'factors' | 'challenges' | 'signInsOfNetwork', RateLimiter>>;
  };

interface SecondProof {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

/** The second step of a sign-in, and the sign-in by passkey alone. */
export function secondStepRoutes(deps: Dependencies): Route[] {
  const { limits } = deps;
  return [
    publicRoute(authContract.secondStep, async ({ request }) => ({
      methods: await methodsFor((await firstStepOf(request, deps)).user, request, deps),
    })),
    publicRoute(authContract.finishSecondStep, async ({ body, request }) => {
      const { user, event } = await firstStepOf(request, deps);
      const userId = user.id;
      const attempts = [{ limiter: limits.factors, key: userId, onSuccess: 'reset' }] as const;
      const prove = async () => {
        await countingFailures(attempts, () => proveSecond(userId, body, request, deps));
        return user;
      };
      return beginSession({ event, userId, prove, request, cookies: [endTicket(request.origin)] }, deps);
    }),
    publicRoute(authContract.beginPasskeySignIn, async ({ request }) => {
      const site = siteOf(request);
      await limits.challenges.take(request.ip);
      const begun = await openTicket(request, deps);
      const purpose = begun === null ? 'sign-in' : 'second-step';
      return requestOptions({ purpose, userId: begun?.userId ?? null }, site, deps);
    }),
    publicRoute(authContract.signInByPasskey, async ({ body, request }) => {
      const facts = { purpose: 'sign-in', userId: null, site: siteOf(request) } as const;
      const attempts = [{ limiter: limits.signInsOfNetwork, key: request.ip, onSuccess: 'reward' }] as const;
      const prove = async () => {
        const userId = await countingFailures(attempts, () => provePasskey(body.passkey, facts, deps));
        const user = await deps.accounts.find(userId);
        if (user === null) throw appError('auth.passkey-invalid');
        return user;
      };
      return beginSession({ event: 'passkey-sign-in', prove, request }, deps);
    }),
  ];
}

/** The begun sign-in and its user. Throws auth.sign-in-expired. */
async function firstStepOf(request: RequestFacts, deps: Dependencies): Promise<FirstStep & { readonly user: User }> {
  const begun = await openTicket(request, deps);
  const user = begun === null ? null : await deps.accounts.find(begun.userId);
  if (begun === null || user === null) throw appError('auth.sign-in-expired', { setCookie: endTicket(request.origin) });
  return { ...begun, user };
}

async function methodsFor({ id }: User, { origin }: RequestFacts, { factors, passkeys }: Dependencies) {
  const methods: (typeof secondFactors)[number][] = [];
  if ((await factors.totpOf(id)) !== null) methods.push('code');
  const domain = passkeySite(origin)?.domain;
  if ((await passkeys.list(id)).some((passkey) => passkey.domain === domain)) methods.push('passkey');
  if ((await factors.recoveryCodesLeft(id)) > 0) methods.push('recoveryCode');
  return methods;
}

async function proveSecond(
  userId: UserId,
  { code, recoveryCode, passkey }: SecondProof,
  request: RequestFacts,
  deps: Dependencies,
): Promise<void> {
  if (code !== undefined) await proveByCode({ userId, code }, deps);
  else if (passkey !== undefined)
    await provePasskey(passkey, { purpose: 'second-step', userId, site: siteOf(request) }, deps);
  else if (recoveryCode === undefined || !(await deps.factors.useRecoveryCode(userId, recoveryCode))) {
    const { message } = appError('auth.wrong-code');
    throw appError('auth.wrong-code', { fields: { recoveryCode: message } });
  }
}
