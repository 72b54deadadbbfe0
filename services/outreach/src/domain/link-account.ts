import type { AccountTokens, Sources } from '@earshot/sources';
import { AppError, appError, pagePath } from '@earshot/core';
import type { LinkError, SourceId } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';
import { holdOf } from './account-hold.ts';
import { accountSite, accountSiteOrNull, linkableSource } from './account-sites.ts';
import type {
  HeldTokens,
  LinkedAccount,
  LinkedAccountRepository,
  LinkState,
  LinkStateRepository,
} from './linked-account.ts';

/** Long enough to sign in at the site with a second factor. The site's authorization code has the same lifetime. */
const stateLifeMs = 10 * 60_000;
/** In characters, as the contract allows. */
const longestReturn = 2_000;

export interface LinkDependencies {
  readonly accounts: LinkedAccountRepository;
  readonly states: LinkStateRepository;
  readonly sources: Sources;
  /** Whether browsers reach the sandbox. */
  readonly opensSandbox: boolean;
  /** The address to which the site redirects browsers. */
  readonly redirectUri: (origin: string | null) => string;
  readonly newState: () => string;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Logs failures, without secrets. */
  readonly warn: (facts: object, message: string) => void;
}

interface LinkStart {
  readonly userId: UserId;
  readonly origin: string | null;
  readonly wanted: string | undefined;
  readonly source: SourceId | undefined;
}

/**
 * Starts a link and returns the address of the site's consent page. `origin` is the address under which the browser
 * reaches Earshot, if known. `wanted` is the page to return to; it is ignored unless it is a page of Earshot. `source` is
 * the account's; by default the sampled one, or else its samples. Throws source.no-sending when its accounts cannot be linked.
 */
export async function beginLink(
  { userId, origin, wanted, source: named }: LinkStart,
  { states, sources, opensSandbox, redirectUri, newState, now }: LinkDependencies,
): Promise<string> {
  const source = linkableSource(sources, { opensSandbox, named });
  const begun = { state: newState(), redirectUri: redirectUri(origin) };
  const returnTo = pagePath(wanted, longestReturn);
  await states.keep({ ...begun, userId, source, returnTo, expiresAt: new Date(now().getTime() + stateLifeMs) });
  return accountSite(sources, source).authorizeUrl({ ...begun, origin });
}

/** The parameters of the site's redirect; all of them may be forged. */
export interface LinkReturn {
  readonly userId: UserId;
  readonly state: string | null;
  readonly code: string | null;
  /** Usually `access_denied`. */
  readonly error: string | null;
}

/** How a link ended. */
export type LinkResult = { linked: string } | { linkError: LinkError };

/**
 * Finishes a link: returns its result, and the page that started it, null for the settings. Returns errors that others
 * may have caused, instead of throwing them.
 */
export async function finishLink(
  back: LinkReturn,
  deps: LinkDependencies,
): Promise<{ result: LinkResult; returnTo: string | null }> {
  const begun = back.state === null ? null : await deps.states.take(back.userId, back.state, deps.now());
  if (begun === null) return { result: { linkError: 'expired' }, returnTo: null };
  return { result: await exchange(back, begun, deps), returnTo: begun.returnTo };
}

/** Exchanges the code and stores the account. */
async function exchange(back: LinkReturn, begun: LinkState, deps: LinkDependencies): Promise<LinkResult> {
  if (back.error !== null || back.code === null) {
    return { linkError: back.error === 'access_denied' ? 'denied' : 'refused' };
  }
  try {
    const { userId } = back;
    const { source } = begun;
    const site = accountSite(deps.sources, source);
    const grant = await site.exchange(back.code, begun.redirectUri);
    if (grant === null) return { linkError: 'expired' };
    const { username, suspension } = await site.identity(grant.accessToken);
    const tokens = heldTokens(grant, deps.now());
    const hold = holdOf(suspension);
    const link = { userId, source, username, tokens, hold, newId: deps.newId(), now: deps.now() };
    return (await deps.accounts.save(link)) === null ? { linkError: 'full' } : { linked: username };
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('source.')) throw error;
    deps.warn({ code: error.code, status: error.details['status'] }, 'an account could not be linked');
    return { linkError: error.code === 'source.refused' ? 'refused' : 'unavailable' };
  }
}

/** The tokens in the form in which they are stored. */
export function heldTokens({ accessToken, refreshToken, lifeMs }: AccountTokens, now: Date): HeldTokens {
  return { accessToken, refreshToken, expiresAt: new Date(now.getTime() + lifeMs) };
}

/** Removes an account of the user and revokes its token at the site. Throws account.not-found. */
export async function unlinkAccount(
  { userId, id }: { userId: UserId; id: string },
  { accounts, sources, warn }: Pick<LinkDependencies, 'accounts' | 'sources' | 'warn'>,
): Promise<void> {
  const account = await accounts.find(userId, id);
  if (account === null) throw appError('account.not-found', { id });
  const tokens = await accounts.tokens(account);
  if (!(await accounts.remove(account))) throw appError('account.not-found', { id });
  const token = tokens?.refreshToken ?? tokens?.accessToken;
  if (token !== undefined) await revoke(token, account, { sources, warn });
}

/**
 * Removes all accounts of a deleted user. Their tokens are revoked in the background, so that the deletion does not
 * wait for a site that does not respond.
 */
export async function unlinkAll(
  { userId, source }: { readonly userId: UserId; readonly source?: SourceId },
  { accounts, sources, warn }: Pick<LinkDependencies, 'accounts' | 'sources' | 'warn'>,
): Promise<void> {
  for (const account of await accounts.list(userId)) {
    if (source !== undefined && account.source !== source) continue;
    const tokens = await accounts.tokens(account);
    const removed = await accounts.remove(account);
    const token = tokens?.refreshToken ?? tokens?.accessToken;
    if (removed && token !== undefined) void revoke(token, account, { sources, warn });
  }
}

/** Best effort: without the tokens, Earshot cannot act as the account anyway. */
async function revoke(
  token: string,
  { id, source }: LinkedAccount,
  { sources, warn }: Pick<LinkDependencies, 'sources' | 'warn'>,
) {
  try {
    await accountSiteOrNull(sources, source)?.revoke(token);
  } catch (error) {
    warn({ accountId: id, code: error instanceof AppError ? error.code : 'unknown' }, 'a token could not be revoked');
  }
}
