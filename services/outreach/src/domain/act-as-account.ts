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

const refused = (code: string, retryAfterSeconds: number | null = null): Refusal => ({
  taken: false,
  code,
  words: '',
  retryAfterSeconds,
});

/** Runs one refresh at a time per account in this process. A parallel refresh in another process does no harm. */
export function accountActor(deps: {
  accounts: LinkedAccountRepository;
  sources: Sources;
  now: () => Date;
}): AccountActor {
  const { accounts } = deps;
  const refreshing = new Map<string, Promise<Access>>();

  /** A token other than `stale`, which the site just refused. */
  const access = async (account: LinkedAccount, stale: string | null): Promise<Access> => {
    const held = await accounts.tokens(account);
    if (held === null) return { token: null, refusal: refused('UNREADABLE') };
    const living = held.expiresAt.getTime() - marginMs > deps.now().getTime();
    if (living && held.accessToken !== stale) return { token: held.accessToken };
    const coming = refreshing.get(account.id) ?? refresh(account, held, deps);
    refreshing.set(account.id, coming);
    return coming.finally(() => refreshing.delete(account.id));
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

async function refresh(
  account: LinkedAccount,
  held: HeldTokens,
  { accounts, sources, now }: { accounts: LinkedAccountRepository; sources: Sources; now: () => Date },
): Promise<Access> {
  try {
    const site = accountSite(sources, account.source);
    const given = held.refreshToken === null ? null : await site.refresh(held.refreshToken);
    if (given === null) {
      await accounts.deactivate(account, now());
      return { token: null, refusal: refused('LINK_ENDED') };
    }
    const tokens = heldTokens({ ...given, refreshToken: given.refreshToken ?? held.refreshToken }, now());
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

/** Codes for refreshes that failed; nothing was sent yet. */
const refreshCodes: Readonly<Record<string, string>> = {
  'source.refused': 'CLIENT_REFUSED',
  'source.rate-limited': 'BUDGET',
};
