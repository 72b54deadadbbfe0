import { type Logger, newId, withParameters } from '@earshot/core';
import {
  documentsAway,
  type PublicInput,
  publicRoute,
  redirect,
  type Route,
  type SecurityLog,
} from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { keptCookie, visitorCookie } from '@earshot/proto/http/cookies';
import { z } from 'zod';
import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from '../domain/account-changes.ts';
import { type FactorStores, hasFactor } from '../domain/factors/manage-factors.ts';
import { confirmByIdentity, linkByIdentity, type VisitProblem } from '../domain/finish-visit.ts';
import type { Identity, IdentityProvider, LoginProblem } from '../domain/identity.ts';
import { localPath } from '../domain/local-path.ts';
import { type IdentityDependencies, type SignedIn, signInByIdentity } from '../domain/sign-in-by-identity.ts';
import { visitorOf } from '../domain/visitor.ts';
import { type BeginSessionDependencies, openSession } from './begin-session.ts';
import { beginTicket, type TicketDependencies } from './factor-ticket.ts';
import type { PasswordSignInDependencies } from './password-sign-in.ts';
import { askPassword, passwordStepRoute, returnParameter } from './password-step.ts';
import { beginVisit, begunAt, endVisit, openVisit, sealedVisit, type Visit } from './provider-visit.ts';
import { sessionInstruction } from './session-instruction.ts';

interface Dependencies
  extends Omit<IdentityDependencies, 'newId'>, BeginSessionDependencies, FactorStores, TicketDependencies {
  readonly accounts: Pick<AccountChanges, 'linkIdentity' | 'passwordHashOf'>;
  readonly now: () => Date;
  /** null without a provider. */
  readonly provider: IdentityProvider | null;
  /** Checks passwords as the sign-in form does, under the same limits. */
  readonly byPassword: PasswordSignInDependencies;
  readonly log: Logger;
  /** Called after each write that carried events. */
  readonly saved: () => void;
}

type Callback = PublicInput<typeof authContract.finishLogin>;

/** Where security events go, and the network that they name. */
interface Watched {
  readonly security: SecurityLog;
  readonly network: string;
}

/** Where to send the browser, and further headers. */
interface Outcome {
  readonly to: string;
  /** Replaces the cookie of the visit, which otherwise ends. */
  readonly loginCookie?: string;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Visits of an identity provider. The pending visit is sealed in a cookie of the browser. */
export function loginRoutes(deps: Dependencies): Route[] {
  const { provider } = deps;
  return [
    publicRoute(authContract.providers, async () => {
      if (provider === null) return [];
      const offered = { name: provider.name, loginPath: authContract.startLogin.path };
      return [provider.demo ? { ...offered, demo: true as const } : offered];
    }),
    publicRoute(authContract.startLogin, async ({ query, request: { origin } }) => {
      if (provider === null || origin === null) return redirect('/auth');
      const begun = await beginVisit({ purpose: 'sign-in', returnPath: query.return, origin }, { ...deps, provider });
      if ('problem' in begun) return redirect(problemPage(begun.problem, localPath(query.return)));
      return redirect(begun.url, { 'Set-Cookie': begun.cookie });
    }),
    publicRoute(authContract.finishLogin, async (callback) => {
      const {
        to,
        loginCookie: visitCookie = endVisit(callback.request.origin),
        cookies = [],
        headers,
      } = await finish(callback, deps).catch((error: unknown): Outcome => {
        deps.log.error({ err: error }, 'signing in by an identity provider failed');
        const problem = documentsAway(error) ? 'away' : 'failed';
        return failedSignIn(problem, localPath(undefined), { ...deps, network: callback.request.ip });
      });
      return redirect(to, { 'Set-Cookie': [visitCookie, ...cookies], ...headers });
    }),
    passwordStepRoute(deps),
  ];
}

/** Records a failed sign-in and returns its page. */
function failedSignIn(problem: LoginProblem, returnTo: string, { security, network }: Watched): Outcome {
  security.record({ event: 'provider-sign-in', outcome: 'failure', reason: problem, network });
  return { to: problemPage(problem, returnTo) };
}

/** Records that a sign-in linked or created the account. */
function recordChange({ user, change }: Pick<SignedIn, 'user' | 'change'>, { security, network }: Watched): void {
  const facts = { outcome: 'success', userId: user.id, network } as const;
  if (change === 'registered') {
    security.record({ ...facts, event: 'account-created', reason: 'provider' });
    // The gateway learns of later grants, and records them.
    if (user.isAdmin) security.record({ ...facts, event: 'admin-granted', reason: 'listed-address' });
  }
  if (change === 'linked') security.record({ ...facts, event: 'provider-linked' });
}

/** The sign-in page with the problem and the return path. It contains no text from the provider. */
function problemPage(problem: LoginProblem, returnTo: string): string {
  return `/auth?${new URLSearchParams({ error: problem, ...returnParameter(returnTo) }).toString()}`;
}

/** The page that a signed-in user came from, with the result of the visit. */
function resultPage(returnTo: string, result: 'confirmed' | 'linked' | LoginProblem | VisitProblem): string {
  return withParameters(returnTo, { provider: result });
}

async function finish(callback: Callback, deps: Dependencies): Promise<Outcome> {
  const { query, request } = callback;
  const watched = { ...deps, network: request.ip };
  const visit = openVisit(sealedVisit(request), deps);
  if (deps.provider === null || visit === null) return failedSignIn('expired', localPath(undefined), watched);
  const problemAt = (problem: LoginProblem) =>
    visit.purpose === 'sign-in'
      ? failedSignIn(problem, visit.returnTo, watched)
      : { to: resultPage(visit.returnTo, problem) };
  const finished = await deps.provider.finish(visit, parametersOf(query));
  if ('problem' in finished) return problemAt(finished.problem);
  const { identity } = finished;
  if (visit.purpose === 'sign-in') return finishSignIn(callback, { visit, identity, provider: deps.provider }, deps);
  // The browser may have signed out, or in to another account, meanwhile.
  if (visit.userId === undefined || callback.caller?.userId !== visit.userId) return problemAt('expired');
  return finishForUser(visit.userId, { visit, identity, network: request.ip }, deps);
}

async function finishForUser(
  userId: UserId,
  { visit, identity, network }: { visit: Visit; identity: Identity; network: string },
  deps: Dependencies,
): Promise<Outcome> {
  if (visit.purpose === 'link') {
    const refused = await linkByIdentity({ userId, identity, network }, deps);
    const outcome = refused === null ? 'success' : 'refused';
    const reason = refused === null ? undefined : 'taken';
    deps.security.record({ event: 'provider-linked', outcome, reason, userId, network });
    return { to: resultPage(visit.returnTo, refused?.problem ?? 'linked') };
  }
  const confirmed = await confirmByIdentity({ userId, identity, begunAt: begunAt(visit) }, deps.users);
  if ('problem' in confirmed) return { to: resultPage(visit.returnTo, confirmed.problem) };
  deps.security.record({ event: 'session-confirmed', outcome: 'success', userId, network });
  const headers = sessionInstruction('confirm', confirmed.user, deps.tokens);
  return { to: resultPage(visit.returnTo, 'confirmed'), headers };
}

async function finishSignIn(
  { request }: Callback,
  { visit, identity, provider }: { visit: Visit; identity: Identity; provider: IdentityProvider },
  deps: Dependencies,
): Promise<Outcome> {
  const visitor = visitorOf(keptCookie(visitorCookie, request.cookie));
  const { vouches, demo } = provider;
  const outcome = await signInByIdentity({ identity, vouches, demo, visitor }, { ...deps, newId });
  deps.saved();
  const watched = { ...deps, network: request.ip };
  if ('problem' in outcome) return failedSignIn(outcome.problem, visit.returnTo, watched);
  if ('passwordOf' in outcome)
    return askPassword({ ...outcome, returnTo: visit.returnTo, origin: request.origin }, deps);
  recordChange(outcome, watched);
  const { user, change, alone } = outcome;
  const facts = { userId: user.id, network: request.ip } as const;
  if (change === 'linked') await deps.notices.send('provider-linked', facts);
  if (await deps.managed.isDisabled(user.id)) {
    deps.security.record({ event: 'provider-sign-in', outcome: 'refused', reason: 'disabled', ...facts });
    return { to: problemPage('disabled', visit.returnTo) };
  }
  if (await hasFactor(user.id, deps)) {
    const ticket = await beginTicket({ userId: user.id, event: 'provider-sign-in' }, request, deps);
    return { to: secondStepPage(visit.returnTo), cookies: [ticket] };
  }
  deps.security.record({ event: 'provider-sign-in', outcome: 'success', ...facts });
  const opened = await openSession({ user, request, alone, isNew: change === 'registered' }, deps);
  return { to: visit.returnTo, cookies: [opened.deviceCookie], headers: opened.headers };
}

/** The sign-in page at its second step. */
function secondStepPage(returnTo: string): string {
  return `/auth?${new URLSearchParams({ step: 'factor', ...returnParameter(returnTo) }).toString()}`;
}

const values = z.union([z.string().transform((value) => [value]), z.array(z.string())]).catch([]);

/** Keeps repeated parameters, so that the library refuses them. */
function parametersOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => values.parse(value).map((one): [string, string] => [name, one])),
  );
}
