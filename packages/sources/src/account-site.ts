/** What the site gave for an account. */
export interface AccountTokens {
  readonly accessToken: string;
  /** null when none came with it: a refresh keeps the one that is there. */
  readonly refreshToken: string | null;
  /** Milliseconds for which the access token is good. */
  readonly lifeMs: number;
}

/**
 * What became of one write. `code` is the site's own word (`RATELIMIT`), or one of ours where it gave none:
 * `HTTP_401`, `HTTP_403`, `HTTP_404`, `HTTP_429`, `HTTP_5XX`, `HTTP_OTHER`; `BUDGET`: not sent, our own share of
 * requests is used up; `UNREACHABLE`: not sent, nobody answers there; `TIMED_OUT`, `NO_ANSWER`, `MALFORMED`: sent, but
 * nobody knows whether it was taken.
 */
export type SendReply =
  | { readonly taken: true; /** Full name of what was made, where the site tells it. */ readonly id: string | null }
  | {
      readonly taken: false;
      readonly code: string;
      /** The site's words for it; untrusted. */
      readonly words: string;
      /** Seconds to wait, where the site told. */
      readonly retryAfterSeconds: number | null;
    };

/** A comment to look for among an account's own. */
export interface CommentTrace {
  readonly username: string;
  /** Full name of what was commented on. */
  readonly thing: string;
  readonly text: string;
  /** Older ones are others. */
  readonly since: Date;
}

/**
 * The community site as its members use it, each by an own token. Nothing is tried again in here. What reads throws
 * AppError like the community source: source.refused, source.rate-limited, source.unavailable, source.not-found.
 */
export interface AccountSite {
  /** The page where a browser is asked to agree. `origin` is where browsers reach us, null if nobody knows. */
  authorizeUrl(wish: { state: string; redirectUri: string; origin: string | null }): string;
  /** null: the code is wrong, used or too old. */
  exchange(code: string, redirectUri: string): Promise<AccountTokens | null>;
  /** null: the site no longer takes it; its owner took back the permission. */
  refresh(refreshToken: string): Promise<AccountTokens | null>;
  /** Whose token it is. */
  username(accessToken: string): Promise<string>;
  /** Makes a refresh token, and all that came from it, void. */
  revoke(refreshToken: string): Promise<void>;
  compose(accessToken: string, message: { to: string; subject: string; text: string }): Promise<SendReply>;
  comment(accessToken: string, comment: { thing: string; text: string }): Promise<SendReply>;
  /** Full names of the account's newest comments that fit, newest first. */
  ownComments(accessToken: string, trace: CommentTrace): Promise<string[]>;
  /** The source's id of the post that an address leads to; null when it is no address of a post here. */
  postNamed(url: string, origin: string | null): string | null;
}
