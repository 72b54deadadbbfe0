import type { InternalTokens, RateLimiter, Route, SecurityLog, Vault } from '@earshot/service-kit';
import type { Clock } from '@earshot/core';
import { appError } from '@earshot/core';
import { answer, recordAttempt, route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import type { ConfirmDependencies } from '../domain/confirm-session.ts';
import { confirmByPassword, methodsOf } from '../domain/confirm-session.ts';
import type { IdentityProvider } from '../domain/identity.ts';
import { beginVisit } from './provider-visit.ts';
import { sessionInstruction } from './session-instruction.ts';

interface Dependencies extends Omit<ConfirmDependencies, 'limits'> {
  readonly limits: ConfirmDependencies['limits'] & { readonly providerVisits: RateLimiter };
  /** null without a provider. */
  readonly provider: IdentityProvider | null;
  readonly vault: Vault;
  readonly security: SecurityLog;
  readonly clock: Clock;
  readonly tokens: InternalTokens;
}

/** Confirming the session, by password or at the provider, and linking a provider. */
export function confirmRoutes(deps: Dependencies): Route[] {
  const { provider, tokens } = deps;
  return [
    route(authContract.confirmMethods, async ({ userId }) => ({
      methods: await methodsOf(userId, provider !== null, deps),
      provider: provider?.name ?? null,
    })),
    route(authContract.confirmSession, async ({ userId, body, request }) => {
      const attempt = { event: 'session-confirmed', network: request.ip, userId } as const;
      const user = await recordAttempt(deps.security, attempt, () =>
        confirmByPassword({ userId, password: body.password }, deps),
      );
      const headers = sessionInstruction('confirm', user, tokens);
      return answer({ message: 'This session is confirmed for 10 minutes' }, { headers });
    }),
    route(authContract.confirmAtProvider, async ({ userId, body, request }) => {
      const methods = await methodsOf(userId, provider !== null, deps);
      if (!methods.includes('provider')) throw appError('auth.forbidden', { message: 'Confirm with your password' });
      await deps.limits.providerVisits.take(userId);
      return visit({ purpose: 'confirm', userId }, body.return, request.origin, deps);
    }),
    route(authContract.linkProvider, async ({ userId, body, request }) => {
      await deps.limits.providerVisits.take(userId);
      return visit({ purpose: 'link', userId }, body.return, request.origin, deps);
    }),
  ];
}

async function visit(
  reason: { purpose: 'confirm' | 'link'; userId: string },
  wanted: string | undefined,
  origin: string | null,
  deps: Dependencies,
) {
  if (deps.provider === null || origin === null) throw appError('auth.provider-unavailable');
  const begun = await beginVisit({ ...reason, wanted, origin }, { ...deps, provider: deps.provider });
  if (begun === null) throw appError('auth.provider-unavailable');
  return answer({ url: begun.url }, { headers: { 'Set-Cookie': begun.cookie } });
}
