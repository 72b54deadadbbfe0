import type { SendReply, Sources } from '@earshot/sources';
import { AppError } from '@earshot/core';
import { accountSite } from './account-sites.ts';
import { heldTokens } from './link-account.ts';
import type { HeldTokens, LinkedAccount, LinkedAccountRepository } from './linked-account.ts';

/** An access token is not used in its last minute, because the request also takes time. */
const marginMs = 60_000;

type Refusal = Extract<SendReply, { taken: false }>;
type Access = { readonly token: string } | { readonly token: null; readonly refusal: Refusal };

/**
 * Calls the site as a linked account, with a valid token. If the site refuses the token, the call is retried once with
 * a new one.
 */
export interface AccountActor {
  /**
   * The result of the write. Besides the site's codes: `LINK_ENDED` (the account is inactive from now on), `UNREADABLE`
   * (its tokens cannot be decrypted here), `CLIENT_REFUSED` (the site refuses Earshot's client, not the account).
   */
  write(account: LinkedAccount, use: (token: string) => Promise<SendReply>): Promise<SendReply>;
  /** The answer, or null when it cannot be read now. */
  read<T>(account: LinkedAccount, use: (token: string) => Promise<T>): Promise<T | null>;
}

interface ActorDependencies {
  readonly accounts: LinkedAccountRepository;
  readonly sources: Sources;
  readonly now: () => Date;
}

const refused = (code: string, retryAfterSeconds: number | null = null): Refusal => ({
  taken: false,
  code,
  words: '',
  retryAfterSeconds,
});

const unreadable: Access = { token: null, refusal: refused('UNREADABLE') };

/**
 * Runs one refresh at a time per account in this process. A site may replace the refresh token with each refresh, so a
 * refresh uses the stored token of that moment, and a refused one is no end if another process has replaced the token.
 */
export function accountActor(deps: ActorDependencies): AccountActor {
  const { accounts } = deps;
  const refreshing = new Map<string, Promise<Access>>();

  /** A token other than `stale`, which the site just refused. */
  const access = async (account: LinkedAccount, stale: string | null): Promise<Access> => {
    const stored = await accounts.tokens(account);
    if (stored === null) return unreadable;
    const usable = usableToken(stored, { stale, now: deps.now() });
    if (usable !== null) return usable;
    const coming = refreshing.get(account.id) ?? renewed(account, stale);
    refreshing.set(account.id, coming);
    return coming.finally(() => refreshing.delete(account.id));
  };

  /** Reads the tokens again, because a refresh may have ended since the caller read them. */
  const renewed = async (account: LinkedAccount, stale: string | null): Promise<Access> => {
    const stored = await accounts.tokens(account);
    if (stored === null) return unreadable;
    return usableToken(stored, { stale, now: deps.now() }) ?? refresh(account, stored, deps);
  };

  const end = async (account: LinkedAccount): Promise<Refusal> => {
    await accounts.deactivate(account, deps.now());
    return refused('LINK_ENDED');
  };

  return {
    write: async (account, use) => {
      const first = await access(account, null);
      if (first.token === null) return first.refusal;
      const reply = await use(first.token);
      if (!isUnauthorized(reply)) return reply;
      const second = await access(account, first.token);
      if (second.token === null) return second.refusal;
      const again = await use(second.token);
      return isUnauthorized(again) ? end(account) : again;
    },
    read: async (account, use) => {
      let stale: string | null = null;
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { token } = await access(account, stale);
        if (token === null) return null;
        try {
          return await use(token);
        } catch (error) {
          if (!isOfSite(error)) throw error;
          if (error.details['status'] !== 401) return null;
          stale = token;
        }
      }
      return null;
    },
  };
}

function isUnauthorized(reply: SendReply): boolean {
  return !reply.taken && (reply.code === 'HTTP_401' || reply.code === 'USER_REQUIRED');
}

function isOfSite(error: unknown): error is AppError {
  return error instanceof AppError && error.code.startsWith('source.');
}

/** Null when the token has expired or is the one that the site refused. */
function usableToken(tokens: HeldTokens, { stale, now }: { stale: string | null; now: Date }): Access | null {
  const living = tokens.expiresAt.getTime() - marginMs > now.getTime();
  return living && tokens.accessToken !== stale ? { token: tokens.accessToken } : null;
}

async function refresh(account: LinkedAccount, current: HeldTokens, deps: ActorDependencies): Promise<Access> {
  const { accounts, sources, now } = deps;
  try {
    const site = accountSite(sources, account.source);
    const grant = current.refreshToken === null ? null : await site.refresh(current.refreshToken);
    if (grant === null) return await afterRefusal(account, current, deps);
    const tokens = heldTokens({ ...grant, refreshToken: grant.refreshToken ?? current.refreshToken }, now());
    await accounts.renew(account, tokens, now());
    return { token: tokens.accessToken };
  } catch (error) {
    if (!isOfSite(error)) throw error;
    return {
      token: null,
      refusal: refused(refreshCodes[error.code] ?? 'UNREACHABLE', error.details.retryAfterSeconds),
    };
  }
}

/** The site refused the refresh token: another process has replaced it, or the link has ended. */
async function afterRefusal(account: LinkedAccount, current: HeldTokens, deps: ActorDependencies): Promise<Access> {
  const stored = await deps.accounts.tokens(account);
  if (stored !== null && stored.refreshToken !== current.refreshToken) return { token: stored.accessToken };
  await deps.accounts.deactivate(account, deps.now());
  return { token: null, refusal: refused('LINK_ENDED') };
}

/** Codes for refreshes that failed; nothing was sent yet. */
const refreshCodes: Readonly<Record<string, string>> = {
  'source.refused': 'CLIENT_REFUSED',
  'source.rate-limited': 'BUDGET',
};
