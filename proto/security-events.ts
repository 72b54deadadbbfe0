/**
 * The security events that Earshot records: in the log, and for 90 days for the account's user and for administrators.
 * `docs/security/events.md` is generated from this table (`npm run chart`).
 */
export interface SecurityEventFacts {
  /** What happened, for operators. */
  readonly meaning: string;
  /** The same for users and administrators, as the title of a row. */
  readonly title: string;
  /** Every reason that the event can have. Empty if the outcome needs no explanation. */
  readonly reasons: readonly string[];
  /** The stored copy names neither account nor network, because the account must leave no trace. */
  readonly anonymous?: true;
}

/** `success`: it was done. `failure`: a secret or a link was wrong. `refused`: a rule or a limit forbids it. */
export const securityOutcomes = ['success', 'failure', 'refused'] as const;
export type SecurityOutcome = (typeof securityOutcomes)[number];

/** The reasons of a refused or failed attempt that guesses a secret. */
const attempts = ['wrong-secret', 'rate-limited'] as const;
/** The reasons of a failed use of a link from a mail. */
const links = ['invalid-link', 'rate-limited'] as const;

/** Every security event, by name. */
export const securityEvents = {
  /** An account was created, with a password unless the reason says otherwise. */
  'account-created': {
    meaning: 'Somebody creates an account',
    title: 'Account created',
    reasons: ['provider', 'rate-limited'],
  },
  /** A sign-in with a password, and a second step where the account has one. A wrong proof of either step fails. */
  'sign-in': {
    meaning: 'Somebody signs in with a password',
    title: 'Sign-in with a password',
    reasons: [...attempts, 'disabled'],
  },
  /** A sign-in with a passkey alone. */
  'passkey-sign-in': {
    meaning: 'Somebody signs in with a passkey, without a password',
    title: 'Sign-in with a passkey',
    reasons: [...attempts, 'disabled'],
  },
  /** A sign-in with an identity provider. The reason is the problem that the sign-in page or the second step shows. */
  'provider-sign-in': {
    meaning: 'Somebody signs in with an identity provider',
    title: 'Sign-in with an identity provider',
    reasons: ['denied', 'expired', 'failed', 'unverified', 'away', 'taken', 'disabled', 'misconfigured', ...attempts],
  },
  /** A user ended the session of the browser in use. */
  'sign-out': { meaning: 'A user signs out', title: 'Sign-out', reasons: [] },
  /** Sessions ended other than by signing out in them. The reason says which ones. */
  'sessions-ended': {
    meaning: 'Sessions of a user end other than by signing out',
    title: 'Sessions ended',
    reasons: ['one', 'others', 'all', 'by-administrator'],
  },
  /** A signed-in user sets a new password. */
  'password-changed': { meaning: 'A user changes the password', title: 'Password change', reasons: attempts },
  /** A mail with a reset link was requested. The account is absent: the request must not reveal whether it exists. */
  'password-reset-requested': {
    meaning: 'Somebody requests a mail to reset a password',
    title: 'Password reset requested',
    reasons: ['rate-limited'],
  },
  /** A mail with a reset link was sent to an account. */
  'password-reset-mailed': {
    meaning: 'A mail with a link to reset the password is sent to an account',
    title: 'Password reset link sent',
    reasons: [],
  },
  /** A new password was set by the link of a mail. */
  'password-reset-used': {
    meaning: 'Somebody uses a link to reset a password',
    title: 'Password reset by link',
    reasons: links,
  },
  /** The link of a mail verified an address. */
  'address-verified': {
    meaning: 'Somebody uses a link to verify an address',
    title: 'Email address verified',
    reasons: links,
  },
  /** A user changes the address of the account. */
  'address-changed': {
    meaning: 'A user changes the email address',
    title: 'Email address change',
    reasons: ['requested', 'confirmed', 'taken', ...links],
  },
  /** A user confirmed a session for sensitive actions. */
  'session-confirmed': {
    meaning: 'A user confirms a session before a sensitive action',
    title: 'Identity confirmed',
    reasons: attempts,
  },
  /** An identity provider was linked to an account. */
  'provider-linked': {
    meaning: 'An identity provider is linked to an account',
    title: 'Sign-in provider linked',
    reasons: ['wrong-secret', 'taken'],
  },
  /** An identity provider was unlinked from an account. */
  'provider-unlinked': {
    meaning: 'An identity provider is unlinked from an account',
    title: 'Sign-in provider unlinked',
    reasons: [],
  },
  /** A passkey, an authenticator app or recovery codes were added. */
  'factor-added': {
    meaning: 'A user adds a passkey, an authenticator app or recovery codes',
    title: 'Sign-in method added',
    reasons: ['passkey', 'authenticator', 'recovery-codes', 'wrong-secret'],
  },
  /** A passkey, an authenticator app or recovery codes were removed. */
  'factor-removed': {
    meaning: 'A user removes a passkey, an authenticator app or recovery codes',
    title: 'Sign-in method removed',
    reasons: ['passkey', 'authenticator', 'recovery-codes'],
  },
  /** An account became administrator. The reason says how. */
  'admin-granted': {
    meaning: 'An account becomes administrator: by a command, by EARSHOT_ADMIN_EMAILS or by the first link',
    title: 'Administrator rights granted',
    reasons: ['command', 'listed-address', 'link'],
  },
  /** An account lost the administrator role. */
  'admin-revoked': {
    meaning: 'An account is no longer administrator',
    title: 'Administrator rights revoked',
    reasons: ['command'],
  },
  /** An administrator disabled an account. */
  'account-disabled': { meaning: 'An administrator disables an account', title: 'Account disabled', reasons: [] },
  /** An administrator enabled an account again. */
  'account-enabled': { meaning: 'An administrator enables an account again', title: 'Account enabled', reasons: [] },
  /** An administrator had Earshot call the configured model server with the operator's key. */
  'model-server-tested': {
    meaning: 'An administrator tests the configured model server',
    title: 'Model server test',
    reasons: [],
  },
  /** An administrator connected or disconnected a model server, to which posts and descriptions are sent. */
  'model-server-changed': {
    meaning: 'An administrator connects or disconnects a model server',
    title: 'Model server change',
    reasons: ['connected', 'disconnected'],
  },
  /** A user downloaded all data of the account. */
  'data-exported': {
    meaning: 'A user downloads all data of the account',
    title: 'Data export',
    reasons: ['rate-limited'],
  },
  /** A user deleted the account. The stored event keeps no account and no network. */
  'account-deleted': {
    meaning: 'A user deletes the account',
    title: 'Account deletion',
    reasons: [],
    anonymous: true,
  },
  /** A wrong password at the development gate. */
  'gate-password': {
    meaning: 'Somebody enters a password at the development gate',
    title: 'Development gate password',
    reasons: attempts,
  },
  /** A user called what only administrators may, or an administrator without a second factor that the installation requires. */
  'forbidden-call': {
    meaning: 'A user makes a call for administrators without the right or the required second factor',
    title: 'Refused call for administrators',
    reasons: ['not-administrator', 'no-factor'],
  },
  /** A page of another site sent a call or opened a socket. */
  'cross-origin-call': {
    meaning: 'A page of another site calls the API, opens a socket or posts a form of the sandbox',
    title: 'Cross-origin call',
    reasons: ['call', 'socket', 'sandbox'],
  },
  /** A request named a host that is not the installation's. */
  'foreign-host': {
    meaning: 'A request names a Host that is not the address of the installation',
    title: 'Request for a foreign host',
    reasons: [],
  },
  /** A service refused an internal token, or a user without the right reached it. */
  'internal-token': {
    meaning: 'A service refuses an internal token',
    title: 'Internal token',
    reasons: ['missing', 'invalid', 'wrong-caller', 'not-administrator'],
  },
} as const satisfies Record<string, SecurityEventFacts>;

export type SecurityEventName = keyof typeof securityEvents;
export const securityEventNames = namesOf(Object.keys(securityEvents).filter(isSecurityEvent));

/** The reasons that an event can have. */
export type SecurityReason<E extends SecurityEventName = SecurityEventName> =
  (typeof securityEvents)[E]['reasons'][number];

function namesOf([first, ...others]: SecurityEventName[]): readonly [SecurityEventName, ...SecurityEventName[]] {
  if (first === undefined) throw new Error('the table of security events is empty');
  return [first, ...others];
}

/** Whether a text is the name of a security event. */
export function isSecurityEvent(name: string): name is SecurityEventName {
  return Object.hasOwn(securityEvents, name);
}

/** The facts of an event by its name. */
export function factsOf(name: SecurityEventName): SecurityEventFacts {
  return securityEvents[name];
}

/** Days for which events are stored. The log is kept as long as the operator wishes. */
export const securityEventDays = 90;
