import type { Clock, Logger } from '@earshot/core';
import type { InternalTokens, RequestFacts, Route, Vault } from '@earshot/service-kit';
import { appError, newId } from '@earshot/core';
import { answer, documentsAway, publicRoute, redirect } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { z } from 'zod';
import type { IdentityProvider, LoginProblem } from '../domain/identity.ts';
import { localPath } from '../domain/local-path.ts';
import type { IdentityDependencies } from '../domain/sign-in-by-identity.ts';
import { signInByIdentity } from '../domain/sign-in-by-identity.ts';
import type { SignInDependencies } from '../domain/sign-in.ts';
import { signIn } from '../domain/sign-in.ts';
import { visitorCookie, visitorOf } from '../domain/visitor.ts';
import { presentUser } from './present-user.ts';
import { startSession } from './session-instruction.ts';

interface Dependencies extends Omit<IdentityDependencies, 'newId' | 'now'> {
  /** null without a provider. */
  readonly provider: IdentityProvider | null;
  /** Checks passwords as the sign-in form does, under the same limits. */
  readonly byPassword: SignInDependencies;
  readonly vault: Vault;
  readonly tokens: InternalTokens;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after each write that carried events. */
  readonly saved: () => void;
}

const loginCookie = 'earshot_login';
const purpose = 'oidc login';
const passwordPurpose = 'oidc login, password';
/** The page that asks for the password of an account that the provider may not open. */
const passwordPage = '/auth/password';
/** Seconds a user has at the provider, and then on the page for the password. */
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

const passwordStep = z.object({ email: z.string(), until: z.number() });

/** Sign-in with an identity provider. The pending sign-in is sealed in a cookie of the browser. */
export function loginRoutes(deps: Dependencies): Route[] {
  const { provider, clock } = deps;
  return [
    publicRoute(authContract.providers, async () => {
      if (provider === null) return [];
      const offered = { name: provider.name, loginPath: authContract.startLogin.path };
      return [provider.demo ? { ...offered, demo: true as const } : offered];
    }),
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
      if ('problem' in outcome) return redirect(problemPage(outcome.problem, outcome.returnTo), cleared);
      if ('passwordOf' in outcome) return askPassword(outcome, request.origin ?? '', deps);
      return redirect(outcome.returnTo, { ...cleared, ...startSession(outcome.user, { ...deps, ...outcome }) });
    }),
    publicRoute(authContract.finishLoginWithPassword, async ({ body, request }) => {
      const kept = opened(request.cookie(loginCookie), { schema: passwordStep, purpose: passwordPurpose }, deps);
      if (kept === null) throw appError('auth.login-expired');
      const user = await signIn({ email: kept.email, password: body.password, visitorIp: request.ip }, deps.byPassword);
      const cleared = { 'Set-Cookie': cookie('', 0, request.origin ?? '') };
      return answer(presentUser(user), { headers: { ...cleared, ...startSession(user, deps) } });
    }),
  ];
}

/** The sign-in page with the problem and the return path. It contains no text from the provider. */
function problemPage(problem: LoginProblem, returnTo: string): string {
  return `/auth?${new URLSearchParams({ error: problem, ...returnParameter(returnTo) }).toString()}`;
}

function returnParameter(returnTo: string): { return?: string } {
  return returnTo === localPath(undefined) ? {} : { return: returnTo };
}

/** Sends the browser to the page for the password. The address stays in the sealed cookie, so no log contains it. */
function askPassword(
  { passwordOf: email, returnTo }: { passwordOf: string; returnTo: string },
  origin: string,
  { vault, clock }: Dependencies,
) {
  const kept: z.infer<typeof passwordStep> = { email, until: clock.now().getTime() + patience * 1000 };
  const query = new URLSearchParams(returnParameter(returnTo)).toString();
  return redirect(query === '' ? passwordPage : `${passwordPage}?${query}`, {
    'Set-Cookie': cookie(vault.seal(JSON.stringify(kept), passwordPurpose), patience, origin),
  });
}

async function finish(query: Readonly<Record<string, unknown>>, request: RequestFacts, deps: Dependencies) {
  const { provider, clock } = deps;
  const kept = opened(request.cookie(loginCookie), { schema: transaction, purpose }, deps);
  if (provider === null || kept === null) return { problem: 'expired', returnTo: localPath(undefined) } as const;
  const { returnTo, until: _until, ...secrets } = kept;
  const finished = await provider.finish(secrets, parametersOf(query));
  if ('problem' in finished) return { ...finished, returnTo };
  const visitor = visitorOf(request.cookie(visitorCookie));
  const given = { identity: finished.identity, vouches: provider.vouches, demo: provider.demo, visitor };
  const outcome = await signInByIdentity(given, { ...deps, newId, now: () => clock.now() });
  deps.saved();
  return { ...outcome, returnTo };
}

/** What the cookie keeps for this purpose; null if it is missing, not ours or too old. */
function opened<T extends { until: number }>(
  sealed: string | undefined,
  wanted: { schema: z.ZodType<T>; purpose: string },
  { vault, clock }: Dependencies,
): T | null {
  const text = sealed === undefined ? null : vault.open(sealed, wanted.purpose);
  if (text === null) return null;
  const kept = wanted.schema.parse(JSON.parse(text));
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
