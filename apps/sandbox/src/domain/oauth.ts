import { faultOf } from './faults.ts';

/** The client, the user and the scope of a token. */
export interface Grant {
  clientId: string;
  /** The Earshot user who authorized the client through the gateway; null for everybody else. */
  owner: string | null;
  /** null for an application without a user. */
  username: string | null;
  /** '*' or scope names separated by spaces. */
  scope: string;
}

export type TokenKind = 'access' | 'refresh' | 'code';

export interface Token extends Grant {
  token: string;
  kind: TokenKind;
  /**
   * The address that must be given to redeem a code. An access token from a code keeps it, and a refreshed one has
   * null.
   */
  redirectUri: string | null;
  /** Whether redeeming the code also issues a refresh token. */
  permanent: boolean;
  /** Unix seconds; null never expires. */
  expiresAt: number | null;
  /** For an access token: the refresh token whose removal also removes it. null if there is none. */
  refreshToken: string | null;
}

export interface TokenStore {
  save(token: Token): void;
  find(token: string, kind: TokenKind): Token | null;
  /** Removes a token. For a refresh token, also removes every access token issued with it. */
  remove(token: string): void;
  removeExpired(now: number): void;
}

export interface TokenAnswer {
  status: number;
  body: Record<string, string | number>;
}

export interface OauthDependencies {
  tokens: TokenStore;
  /** Creates a new unguessable string. */
  newToken: () => string;
  /** Called with each account that an application may now act for. */
  addAccount: (name: string, now: number) => void;
}

const TOKEN_LIFE_SECONDS = 3600;
const CODE_LIFE_SECONDS = 600;

/** The site answers most errors of this endpoint with HTTP 200. */
const refused = (error: string, description?: string): TokenAnswer => ({
  status: 200,
  body: description === undefined ? { error } : { error_description: description, error },
});

/**
 * Answers `POST /api/v1/access_token` for the client of the Basic authentication. Any client id and secret is accepted.
 * Codes and refresh tokens must have been issued by this site.
 */
export function exchangeToken(
  form: Readonly<Record<string, string>>,
  clientId: string,
  now: number,
  dependencies: OauthDependencies,
): TokenAnswer {
  dependencies.tokens.removeExpired(now);
  const issue = (grant: Grant): TokenBody => issueAccess({ ...grant, ...NO_ORIGIN }, now, dependencies);
  const scope = (form.scope ?? '').trim() === '' ? '*' : (form.scope ?? '*').trim();
  switch (form.grant_type) {
    case 'client_credentials':
      return { status: 200, body: issue({ clientId, owner: null, username: null, scope }) };
    case 'authorization_code':
      return redeemCode(form, clientId, now, dependencies);
    case 'refresh_token':
      return refresh(form.refresh_token ?? '', clientId, now, dependencies);
    default:
      return refused('unsupported_grant_type');
  }
}

type TokenBody = Record<string, string | number>;
type Origin = Pick<Token, 'redirectUri' | 'refreshToken'>;

/** For tokens that were issued without a code or a refresh token. */
const NO_ORIGIN: Origin = { redirectUri: null, refreshToken: null };

function issueAccess(grant: Grant & Origin, now: number, dependencies: OauthDependencies): TokenBody {
  const { clientId, owner, username, scope, redirectUri, refreshToken } = grant;
  const token = dependencies.newToken();
  const expiresAt = now + TOKEN_LIFE_SECONDS;
  dependencies.tokens.save({
    token,
    kind: 'access',
    clientId,
    owner,
    username,
    scope,
    redirectUri,
    permanent: false,
    expiresAt,
    refreshToken,
  });
  return { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFE_SECONDS, scope };
}

function refresh(given: string, clientId: string, now: number, dependencies: OauthDependencies): TokenAnswer {
  const known = dependencies.tokens.find(given, 'refresh');
  const revoked = known !== null && faultOf(known.username ?? '')?.kind === 'revoked';
  // Recorded from the site: only this error is a bare 400.
  if (known === null || known.clientId !== clientId || revoked)
    return { status: 400, body: { message: 'Bad Request', error: 400 } };
  const body = issueAccess({ ...known, redirectUri: null, refreshToken: given }, now, dependencies);
  return { status: 200, body: { ...body, refresh_token: given } };
}

function redeemCode(
  form: Readonly<Record<string, string>>,
  clientId: string,
  now: number,
  dependencies: OauthDependencies,
): TokenAnswer {
  const { tokens, newToken, addAccount } = dependencies;
  const code = tokens.find(form.code ?? '', 'code');
  if (code === null || code.clientId !== clientId || code.redirectUri !== form.redirect_uri)
    return refused('invalid_grant');
  tokens.remove(code.token);
  if (code.expiresAt !== null && code.expiresAt <= now) return refused('invalid_grant');
  if (code.username !== null) addAccount(code.username, now);
  if (!code.permanent) return { status: 200, body: issueAccess({ ...code, refreshToken: null }, now, dependencies) };
  const token = newToken();
  tokens.save({ ...code, token, kind: 'refresh', redirectUri: null, expiresAt: null });
  const body = issueAccess({ ...code, refreshToken: token }, now, dependencies);
  return { status: 200, body: { ...body, refresh_token: token } };
}

/**
 * `POST /api/v1/revoke_token`: removes a token of this client. The answer is the same for unknown tokens and those of
 * other clients.
 */
export function revokeToken(token: string, clientId: string, tokens: TokenStore): void {
  const found = tokens.find(token, 'access') ?? tokens.find(token, 'refresh');
  if (found?.clientId === clientId) tokens.remove(token);
}

export interface CodeRequest {
  clientId: string;
  owner: string | null;
  username: string;
  scope: string;
  redirectUri: string;
  permanent: boolean;
}

/** Issues a single-use code when the user has agreed on the authorize page. It expires after ten minutes. */
export function issueCode(request: CodeRequest, now: number, dependencies: OauthDependencies): string {
  const token = dependencies.newToken();
  dependencies.tokens.removeExpired(now);
  dependencies.tokens.save({
    ...request,
    token,
    kind: 'code',
    expiresAt: now + CODE_LIFE_SECONDS,
    refreshToken: null,
  });
  return token;
}

/** The unexpired grant of a bearer token, or null when there is none. */
export function grantOf(token: string, now: number, tokens: TokenStore): Token | null {
  const found = tokens.find(token, 'access');
  return found === null || (found.expiresAt !== null && found.expiresAt <= now) ? null : found;
}
