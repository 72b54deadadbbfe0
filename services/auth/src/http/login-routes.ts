import type { Clock, Logger } from '@earshot/core';
import type { InternalTokens, RequestFacts, Route, SecurityLog, Vault } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { documentsAway, publicRoute, redirect } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { z } from 'zod';
import type { IdentityProvider, LoginProblem } from '../domain/identity.ts';
import { localPath } from '../domain/local-path.ts';
import type { IdentityDependencies, SignedIn } from '../domain/sign-in-by-identity.ts';
import { signInByIdentity } from '../domain/sign-in-by-identity.ts';
import { visitorCookie, visitorOf } from '../domain/visitor.ts';
import { recordGrant } from './account-routes.ts';
import { startSession } from './session-instruction.ts';

interface Dependencies extends Omit<IdentityDependencies, 'newId' | 'now'> {
  /** null without a provider. */
  readonly provider: IdentityProvider | null;
  readonly vault: Vault;
  readonly security: SecurityLog;
  readonly tokens: InternalTokens;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after each write that carried events. */
  readonly saved: () => void;
}

const loginCookie = 'earshot_login';
const purpose = 'oidc login';
/** Seconds a user has at the provider. */
const patience = 600;

const transaction = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  /** Unix time in milliseconds. */
  until: z.number(),
});
type Transaction = z.infer<typeof transaction>;

/** Sign-in with an identity provider. The pending sign-in is sealed in a cookie of the browser. */
export function loginRoutes(deps: Dependencies): Route[] {
  const { provider, clock } = deps;
  return [
    publicRoute(authContract.providers, async () =>
      provider === null ? [] : [{ name: provider.name, loginPath: authContract.startLogin.path }],
    ),
    publicRoute(authContract.startLogin, async ({ query, request: { origin } }) => {
      if (provider === null || origin === null) return redirect('/auth');
      const begun = await provider.begin(origin);
      const returnTo = localPath(query.return);
      if (begun === null) return redirect(problemPage('away', returnTo));
      const until = clock.now().getTime() + patience * 1000;
      const kept: Transaction = { ...begun.secrets, returnTo, until };
      const sealed = deps.vault.seal(JSON.stringify(kept), purpose);
      return redirect(begun.url, { 'Set-Cookie': cookie(sealed, patience, origin) });
    }),
    publicRoute(authContract.finishLogin, async ({ query, request }) => {
      const outcome = await finish(query, request, deps).catch((error: unknown) => {
        deps.log.error({ err: error }, 'signing in by an identity provider failed');
        return { problem: documentsAway(error) ? 'away' : 'failed', returnTo: localPath(undefined) } as const;
      });
      const cleared = { 'Set-Cookie': cookie('', 0, request.origin ?? '') };
      recordOutcome(outcome, deps.security, request.ip);
      if ('problem' in outcome) return redirect(problemPage(outcome.problem, outcome.returnTo), cleared);
      return redirect(outcome.returnTo, { ...cleared, ...startSession(outcome.user, { ...deps, ...outcome }) });
    }),
  ];
}

type Outcome = Pick<SignedIn, 'user' | 'change'> | { readonly problem: LoginProblem };

/** Records the sign-in, and whether it linked or created the account. */
function recordOutcome(outcome: Outcome, security: SecurityLog, network: string): void {
  if ('problem' in outcome) {
    security.record({ event: 'provider-sign-in', outcome: 'failure', reason: outcome.problem, network });
    return;
  }
  const { user, change } = outcome;
  const facts = { outcome: 'success', userId: user.id, network } as const;
  if (change === 'created') {
    security.record({ ...facts, event: 'account-created', reason: 'provider' });
    recordGrant(user, security, network);
  }
  if (change === 'linked') security.record({ ...facts, event: 'provider-linked' });
  security.record({ ...facts, event: 'provider-sign-in' });
}

/** The sign-in page with the problem and the return path. It contains no text from the provider. */
function problemPage(problem: LoginProblem, returnTo: string): string {
  const way = returnTo === localPath(undefined) ? '' : `&return=${encodeURIComponent(returnTo)}`;
  return `/auth?error=${problem}${way}`;
}

async function finish(query: Readonly<Record<string, unknown>>, request: RequestFacts, deps: Dependencies) {
  const { provider, clock } = deps;
  const kept = opened(request.cookie(loginCookie), deps);
  if (provider === null || kept === null) return { problem: 'expired', returnTo: localPath(undefined) } as const;
  const { returnTo, until: _until, ...secrets } = kept;
  const finished = await provider.finish(secrets, parametersOf(query));
  if ('problem' in finished) return { ...finished, returnTo };
  const visitor = visitorOf(request.cookie(visitorCookie));
  const given = { identity: finished.identity, vouches: provider.vouches, visitor };
  const outcome = await signInByIdentity(given, { ...deps, newId, now: () => clock.now() });
  deps.saved();
  return { ...outcome, returnTo };
}

function opened(sealed: string | undefined, { vault, clock }: Dependencies): Transaction | null {
  const text = sealed === undefined ? null : vault.open(sealed, purpose);
  if (text === null) return null;
  const kept = transaction.parse(JSON.parse(text));
  return kept.until > clock.now().getTime() ? kept : null;
}

const values = z.union([z.string().transform((value) => [value]), z.array(z.string())]).catch([]);

/** Keeps repeated parameters, so that the library refuses them. */
function parametersOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => values.parse(value).map((one): [string, string] => [name, one])),
  );
}

function cookie(value: string, maxAge: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${loginCookie}=${value}; Path=${authContract.startLogin.path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
