import { loopbackOrigin, publicAddress } from '@earshot/core';
import type { CodeRequest } from './oauth.ts';
import { SCOPES } from './scopes.ts';

/** The validated parameters of a request to the authorize page. */
export interface Authorization extends Omit<CodeRequest, 'username' | 'owner'> {
  state: string;
}

export type AuthorizeCheck =
  /** The page can be shown. */
  | { kind: 'valid'; authorization: Authorization }
  /** There is no valid address to redirect to, so the page shows the error to the user. */
  | { kind: 'wrong'; message: string }
  /** Redirects to the application's address with the error. */
  | { kind: 'returned'; location: string };

/** Adds an answer to the application's address and keeps its query. */
export function returnTo(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri);
  for (const [key, value] of Object.entries(answer)) url.searchParams.set(key, value);
  return url.href;
}

/** The path of Earshot that the site may redirect to, as an operator registers it with Reddit. */
const callbackPath = '/api/reddit/callback';

/**
 * Decides which addresses count as registered: the callback of Earshot at `earshotUrl`. Where that is unset or a loopback
 * address, it is the callback at any loopback address and port, because people may use any name of their machine.
 */
export function registeredAddresses(earshotUrl: string | undefined): (address: string) => boolean {
  const own = earshotUrl === undefined ? undefined : new URL(earshotUrl).origin;
  const isLocal = publicAddress(earshotUrl) === undefined;
  return (address) => {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== callbackPath) return false;
    if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
    return url.origin === own || (isLocal && loopbackOrigin(url.host) !== undefined);
  };
}

const scopesOf = (text: string): string[] => text.split(/[\s,]+/).filter((scope) => scope !== '');

/**
 * Validates a request to `/api/v1/authorize`. Any client id is accepted, with a registered address only. The address must
 * be the same when the code is redeemed.
 */
export function checkAuthorize(
  input: Readonly<Record<string, string>>,
  isRegistered: (address: string) => boolean,
): AuthorizeCheck {
  const { client_id: clientId = '', redirect_uri: redirectUri = '', state = '', duration = 'temporary' } = input;
  if (!/^[\x21-\x7e]{1,200}$/.test(clientId)) return { kind: 'wrong', message: 'invalid client id' };
  if (!isRegistered(redirectUri)) return { kind: 'wrong', message: 'invalid redirect_uri parameter' };
  if (state === '') return { kind: 'wrong', message: 'missing state parameter' };
  const returned = (error: string): AuthorizeCheck => ({
    kind: 'returned',
    location: returnTo(redirectUri, { state, error }),
  });
  if (input.response_type !== 'code') return returned('unsupported_response_type');
  const scopes = scopesOf(input.scope ?? '');
  const known = scopes.every((scope) => scope === '*' || Object.hasOwn(SCOPES, scope));
  if (scopes.length === 0 || !known) return returned('invalid_scope');
  if (duration !== 'temporary' && duration !== 'permanent') return returned('invalid_request');
  const permanent = duration === 'permanent';
  return { kind: 'valid', authorization: { clientId, redirectUri, state, scope: scopes.join(' '), permanent } };
}

/**
 * Names of accounts that can authorize. Longer names than on the site are allowed, because special accounts contain
 * whole error codes.
 */
export const ACCOUNT_PATTERN = '[A-Za-z0-9_\\-]{3,50}';

export function isAccountName(text: string): boolean {
  return new RegExp(`^${ACCOUNT_PATTERN}$`).test(text);
}
