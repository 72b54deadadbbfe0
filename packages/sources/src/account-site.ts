/** The tokens that the site issued for an account. */
export interface AccountTokens {
  readonly accessToken: string;
  /** Null when the site sent none: a refresh keeps the existing token. */
  readonly refreshToken: string | null;
  /** Lifetime of the access token in milliseconds. */
  readonly lifeMs: number;
}

/**
 * The result of one write. `code` is the site's error code (`RATELIMIT`), or one of ours if the site sent none:
 * `HTTP_401`, `HTTP_403`, `HTTP_404`, `HTTP_429`, `HTTP_5XX`, `HTTP_OTHER`. `BUDGET`: not sent, because our request
 * budget is used up. `UNREACHABLE`: not sent, because no connection was possible. `TIMED_OUT`, `NO_ANSWER`,
 * `MALFORMED`: sent, but it is unknown whether the site accepted it.
 */
export type SendReply =
  | {
      readonly taken: true;
      /** Full name of the created comment or message, if the site returns it. */ readonly id: string | null;
    }
  | {
      readonly taken: false;
      readonly code: string;
      /** The site's error text; untrusted. */
      readonly words: string;
      /** Seconds to wait, if the site reported them. */
      readonly retryAfterSeconds: number | null;
    };

/** A comment to find among an account's comments. */
export interface CommentTrace {
  readonly username: string;
  /** Full name of the post or comment that was replied to. */
  readonly parentId: string;
  readonly text: string;
  /** Older comments do not match. */
  readonly since: Date;
}

/** A suspension of an account by the site. */
export interface Suspension {
  /** Null if the site does not say when it ends, or if it never ends. */
  readonly until: Date | null;
}

/** The owner of a token. */
export interface AccountIdentity {
  readonly username: string;
  /** Null if the account may write. */
  readonly suspension: Suspension | null;
}

/**
 * The community site as its members use it, each with an individual token. No request is retried here. Reads throw the
 * same AppErrors as the community source: source.refused, source.rate-limited, source.unavailable, source.not-found.
 */
export interface AccountSite {
  /**
   * Returns the page where the user grants permission. `origin` is the origin that browsers use for Earshot, null if
   * unknown.
   */
  authorizeUrl(authorization: { state: string; redirectUri: string; origin: string | null }): string;
  /** Returns null if the code is wrong, used or expired. */
  exchange(code: string, redirectUri: string): Promise<AccountTokens | null>;
  /** Returns null if the site rejects the token because the account's owner revoked the permission. */
  refresh(refreshToken: string): Promise<AccountTokens | null>;
  /** Returns the token's owner. */
  identity(accessToken: string): Promise<AccountIdentity>;
  /** Invalidates a refresh token and all tokens issued from it. */
  revoke(refreshToken: string): Promise<void>;
  compose(accessToken: string, message: { to: string; subject: string; text: string }): Promise<SendReply>;
  comment(accessToken: string, comment: { parentId: string; text: string }): Promise<SendReply>;
  /** Returns the full names of the account's matching comments, newest first. */
  ownComments(accessToken: string, trace: CommentTrace): Promise<string[]>;
  /** Returns the source's id of the post at an address, or null if the address is not that of a post of this source. */
  postNamed(url: string, origin: string | null): string | null;
}
