/** Who a token speaks for. */
export interface Grant {
  clientId: string;
  /** null for an application without a user. */
  username: string | null;
  /** '*' or scope names apart by spaces. */
  scope: string;
}

export type TokenKind = 'access' | 'refresh' | 'code';

export interface Token extends Grant {
  token: string;
  kind: TokenKind;
  /** Bound to a code: the exact address it may be redeemed with. */
  redirectUri: string | null;
  /** A code that also brings a refresh token. */
  permanent: boolean;
  /** Unix seconds; null never ends. */
  expiresAt: number | null;
}

export interface TokenStore {
  save(token: Token): void;
  find(token: string, kind: TokenKind): Token | null;
  remove(token: string): void;
  removeExpired(now: number): void;
}

export interface TokenAnswer {
  status: number;
  body: Record<string, string | number>;
}

export interface OauthDependencies {
  tokens: TokenStore;
  /** An unguessable string, new each time. */
  newToken: () => string;
}

const TOKEN_LIFE_SECONDS = 3600;
const CODE_LIFE_SECONDS = 600;
const INSTALLED_CLIENT_GRANT = 'https://oauth.reddit.com/grants/installed_client';

/** The site answers most refusals of this endpoint with HTTP 200. */
const refused = (error: string, description?: string): TokenAnswer => ({
  status: 200,
  body: description === undefined ? { error } : { error_description: description, error },
});

/**
 * Answers `POST /api/v1/access_token` for a client that Basic authentication named. Any client id and secret is welcome; codes and
 * refresh tokens must be ones that were given out here.
 */
export function exchangeToken(
  form: Readonly<Record<string, string>>,
  clientId: string,
  now: number,
  dependencies: OauthDependencies,
): TokenAnswer {
  dependencies.tokens.removeExpired(now);
  const issue = (grant: Grant): Record<string, string | number> => issueAccess(grant, now, dependencies);
  const scope = (form.scope ?? '').trim() === '' ? '*' : (form.scope ?? '*').trim();
  switch (form.grant_type) {
    case 'client_credentials':
      return { status: 200, body: issue({ clientId, username: null, scope }) };
    case INSTALLED_CLIENT_GRANT: {
      const device = form.device_id ?? '';
      if (device.length < 20 || device.length > 30) return refused('invalid_request', 'bad device_id');
      return { status: 200, body: { ...issue({ clientId, username: null, scope }), device_id: device } };
    }
    case 'password': {
      const username = form.username ?? '';
      if (!/^[A-Za-z0-9_-]{3,20}$/.test(username) || (form.password ?? '') === '') return refused('invalid_grant');
      return { status: 200, body: issue({ clientId, username, scope }) };
    }
    case 'authorization_code':
      return redeemCode(form, clientId, now, dependencies);
    case 'refresh_token': {
      const given = form.refresh_token ?? '';
      const known = dependencies.tokens.find(given, 'refresh');
      // Recorded from the site: this one refusal is a bare 400.
      if (known === null || known.clientId !== clientId)
        return { status: 400, body: { message: 'Bad Request', error: 400 } };
      return { status: 200, body: { ...issue(known), refresh_token: given } };
    }
    default:
      return refused('unsupported_grant_type');
  }
}

function issueAccess(grant: Grant, now: number, dependencies: OauthDependencies): Record<string, string | number> {
  const token = dependencies.newToken();
  dependencies.tokens.save({
    token,
    kind: 'access',
    clientId: grant.clientId,
    username: grant.username,
    scope: grant.scope,
    redirectUri: null,
    permanent: false,
    expiresAt: now + TOKEN_LIFE_SECONDS,
  });
  return { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFE_SECONDS, scope: grant.scope };
}

function redeemCode(
  form: Readonly<Record<string, string>>,
  clientId: string,
  now: number,
  dependencies: OauthDependencies,
): TokenAnswer {
  const code = dependencies.tokens.find(form.code ?? '', 'code');
  if (code === null || code.clientId !== clientId || code.redirectUri !== form.redirect_uri)
    return refused('invalid_grant');
  dependencies.tokens.remove(code.token);
  if (code.expiresAt !== null && code.expiresAt <= now) return refused('invalid_grant');
  const body = issueAccess(code, now, dependencies);
  if (!code.permanent) return { status: 200, body };
  const refresh = dependencies.newToken();
  dependencies.tokens.save({ ...code, token: refresh, kind: 'refresh', redirectUri: null, expiresAt: null });
  return { status: 200, body: { ...body, refresh_token: refresh } };
}

export interface CodeRequest {
  clientId: string;
  username: string;
  scope: string;
  redirectUri: string;
  permanent: boolean;
}

/** Gives out a single-use code, as the authorize page does when its user agrees. Lives ten minutes. */
export function issueCode(request: CodeRequest, now: number, dependencies: OauthDependencies): string {
  const token = dependencies.newToken();
  dependencies.tokens.save({ ...request, token, kind: 'code', expiresAt: now + CODE_LIFE_SECONDS });
  return token;
}

/** The living grant behind a bearer token; null when there is none. */
export function grantOf(token: string, now: number, tokens: TokenStore): Grant | null {
  const found = tokens.find(token, 'access');
  return found === null || (found.expiresAt !== null && found.expiresAt <= now) ? null : found;
}
