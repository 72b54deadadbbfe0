/**
 * The outcome of a write that involves a special account. `error` and `status` reject it; `hang`, `slow` and
 * `malformed` store it. `revoked`, `expired` and `suspended` reject only writes by the account itself.
 */
export type Fault =
  | { kind: 'error'; code: string; message: string; field: string | null; ratelimit?: number }
  | { kind: 'status'; status: 403 | 429 | 500 | 503 }
  /** The user revoked the application's access: writes answer 401, and refreshing is refused. */
  | { kind: 'revoked' }
  /** The first access token expired early: a write with it answers 401, and a write with a refreshed token succeeds. */
  | { kind: 'expired' }
  | { kind: 'suspended' }
  /** Sends no answer until the caller disconnects. */
  | { kind: 'hang' }
  /** Delays the answer. */
  | { kind: 'slow' }
  /** Truncates the answer within its JSON. */
  | { kind: 'malformed' };

type Row = readonly [code: string, message: string, field: string | null];

/** The wait of a RATELIMIT answer in seconds, and its message with the rounded wait. */
const WAIT_SECONDS = 512.2;
const WAIT_WORDS = 'you are doing that too much. try again in 9 minutes.';

const FIELD_ERRORS: readonly Row[] = [
  ['RATELIMIT', WAIT_WORDS, 'ratelimit'],
  ['SUBREDDIT_RATELIMIT', 'you are doing that too much. try again later.', 'ratelimit'],
  ['USER_DOESNT_EXIST', "that user doesn't exist", 'to'],
  ['NO_USER', 'please enter a username', 'to'],
  ['INVALID_USER', "that user can't get messages", 'to'],
  ['USER_BLOCKED', "you can't send to a user that you have blocked", 'to'],
  ['USER_BLOCKED_MESSAGE', "you can't send a message to this user", 'to'],
  ['NOT_WHITELISTED_BY_USER_MESSAGE', 'this user only takes messages from people they trust', 'to'],
  ['RESTRICTED_TO_PM', "you can't send messages to this user", 'to'],
  ['USER_MUTED', 'you have been muted here', 'to'],
  ['NO_SUBJECT', 'please enter a subject', 'subject'],
  ['NO_TEXT', 'we need something here', 'text'],
  ['TOO_LONG', 'this is too long (max: 10000)', 'text'],
  ['TOO_OLD', "that's a piece of history now; it's too late to reply to it", 'parent'],
  ['THREAD_LOCKED', 'comments are locked', 'parent'],
  ['DELETED_COMMENT', 'that comment has been deleted', 'parent'],
  ['DELETED_LINK', 'the link you are commenting on has been deleted', 'parent'],
  ['DELETED_THING', 'that element has been deleted', 'parent'],
  ['SUBREDDIT_NOTALLOWED', "you aren't allowed to post there.", 'sr'],
  ['BANNED_FROM_SUBREDDIT', 'you are banned from this community', 'sr'],
  ['DOMAIN_BANNED', 'example.com is not allowed here: spam', 'text'],
  ['IN_TIMEOUT', 'your account is suspended for now', null],
  ['VERIFIED_USER_REQUIRED', 'you need to set a valid email address to do that.', null],
  ['USER_REQUIRED', 'please log in to do that.', null],
  ['BAD_CAPTCHA', 'care to try these again?', 'captcha'],
];

/** Error codes of the site's writes. Each has a message and a field. */
export const ERROR_CODES: readonly string[] = FIELD_ERRORS.map(([code]) => code);

/** The error in the site's format. An unknown code is used as its own message. */
export function siteError(code: string, field?: string | null): Row {
  const known = FIELD_ERRORS.find(([each]) => each === code);
  return [code, known?.[1] ?? code, field === undefined ? (known?.[2] ?? null) : field];
}

function errorFault(code: string): Fault {
  const [, message, field] = siteError(code);
  return { kind: 'error', code, message, field, ...(code === 'RATELIMIT' && { ratelimit: WAIT_SECONDS }) };
}

const NAMED: Readonly<Record<string, readonly [fault: Fault, meaning: string]>> = {
  sandbox_ratelimited: [errorFault('RATELIMIT'), 'RATELIMIT, to wait 512.2 seconds'],
  sandbox_ratelimited_words: [
    { kind: 'error', code: 'RATELIMIT', message: WAIT_WORDS, field: 'ratelimit' },
    'RATELIMIT with the wait (9 minutes) only in its message',
  ],
  sandbox_429: [{ kind: 'status', status: 429 }, 'HTTP 429 with an empty body, to wait 5 seconds'],
  sandbox_locked: [errorFault('THREAD_LOCKED'), 'THREAD_LOCKED'],
  sandbox_banned: [{ kind: 'status', status: 403 }, 'a bare HTTP 403, as for a user who is banned from a community'],
  sandbox_500: [{ kind: 'status', status: 500 }, 'HTTP 500 with an HTML page'],
  sandbox_503: [{ kind: 'status', status: 503 }, 'HTTP 503 with an HTML page'],
  sandbox_hang: [{ kind: 'hang' }, 'what is sent is kept, but no answer comes until the caller leaves'],
  sandbox_slow: [{ kind: 'slow' }, 'the answer comes after 3 seconds'],
  sandbox_malformed: [{ kind: 'malformed' }, 'what is sent is kept, but the answer is broken JSON'],
  sandbox_revoked: [{ kind: 'revoked' }, 'writes answer 401 and refreshing is refused: the user withdrew the access'],
  sandbox_expired: [{ kind: 'expired' }, 'the first token died early: one refresh brings a token that works'],
  sandbox_suspended: [{ kind: 'suspended' }, 'a suspended account: /api/v1/me reports it, writes answer 403'],
};

/** The fault of a special account name, or null for every ordinary account. Case does not matter. */
export function faultOf(name: string): Fault | null {
  const key = name.toLowerCase();
  const code = key.startsWith('error_') ? key.slice('error_'.length).toUpperCase() : '';
  if (ERROR_CODES.includes(code)) return errorFault(code);
  return Object.hasOwn(NAMED, key) ? (NAMED[key]?.[0] ?? null) : null;
}

/** Every special name with its effect on writes by the account, messages to it, and comments below its posts. */
export const SPECIAL_NAMES: readonly { name: string; meaning: string }[] = [
  ...Object.entries(NAMED).map(([name, [, meaning]]) => ({ name, meaning })),
  ...FIELD_ERRORS.map(([code, message]) => ({ name: `error_${code}`, meaning: `${code}: ${message}` })),
];
