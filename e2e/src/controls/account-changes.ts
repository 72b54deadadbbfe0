import type { Control } from './control.ts';

const everyCall = ['e2e/test/api/every-call.journey.test.ts'];
const mails = ['services/auth/test/mails.service.test.ts'];
const address = ['services/auth/test/address.service.test.ts'];
const firstAdmin = ['services/auth/test/first-admin.service.test.ts'];
const linkStore = 'services/auth/src/store/link-store.ts';

/** A control that asks for a confirmed session before one action. */
function confirmation(action: string, file: string, method: string, path: string): Control {
  const find = `method: '${method}',\n    path: '${path}',\n    confirm: true,`;
  return {
    name: `${action} needs a confirmed session`,
    file: `proto/http/${file}`,
    find,
    replace: `method: '${method}',\n    path: '${path}',`,
    suites: ['e2e/test/confirmed-calls.unit.test.ts'],
  };
}

const factors = '/api/auth/factors';

/** Sensitive changes of an account: confirmation, links in mails, and the first administrator. */
export const accountChangeControls: readonly Control[] = [
  {
    name: 'the gateway asks for a confirmed session where the contract does',
    file: 'services/gateway/src/http/api-guard.ts',
    find: "if (!isConfirmed) throw appError('auth.confirm');",
    replace: '',
    suites: everyCall,
  },
  {
    name: 'a confirmation is valid for ten minutes',
    file: 'services/gateway/src/store/session-store.ts',
    find: "'sess.confirmedAt': { $gt: since } }",
    replace: "'sess.confirmedAt': { $exists: true } }",
    suites: ['e2e/test/confirmation.journey.test.ts'],
  },
  confirmation('deleting the account', 'auth.ts', 'DELETE', '/api/auth/user'),
  confirmation('exporting the data', 'auth.ts', 'GET', '/api/auth/user/export'),
  confirmation('changing the address', 'auth-confirm.ts', 'POST', '/api/auth/address'),
  confirmation('linking a provider', 'auth-confirm.ts', 'POST', '/api/auth/provider'),
  confirmation('ending all sessions', 'gateway.ts', 'DELETE', '/api/auth/sessions'),
  confirmation('beginning an authenticator app', 'auth-own-factors.ts', 'POST', `${factors}/totp`),
  confirmation('setting up an authenticator app', 'auth-own-factors.ts', 'PUT', `${factors}/totp`),
  confirmation('removing an authenticator app', 'auth-own-factors.ts', 'DELETE', `${factors}/totp`),
  confirmation('replacing recovery codes', 'auth-own-factors.ts', 'POST', `${factors}/recovery-codes`),
  confirmation('beginning a passkey', 'auth-own-factors.ts', 'POST', `${factors}/passkeys/options`),
  confirmation('adding a passkey', 'auth-own-factors.ts', 'POST', `${factors}/passkeys`),
  confirmation('removing a passkey', 'auth-own-factors.ts', 'DELETE', `${factors}/passkeys/:id`),
  {
    name: 'a change of the password ends the other sessions by event',
    file: 'services/gateway/src/events/on-password-changed.ts',
    find: 'await endSessions(ending, { sessions: deps.sessions, now: deps.clock.now() });',
    replace: 'await deps.sessions.list(ending.userId, deps.clock.now());',
    suites: ['e2e/test/own-sessions.journey.test.ts'],
  },
  {
    name: 'a change of the password ends the other sessions with its answer',
    file: 'services/auth/src/http/mail-routes.ts',
    find: "sessionInstruction('end-others', user, deps.tokens)",
    replace: "sessionInstruction('confirm', user, deps.tokens)",
    suites: ['services/auth/test/new-passwords.service.test.ts'],
  },
  {
    name: 'a reset of the password ends all sessions with its answer',
    file: 'services/auth/src/http/mail-routes.ts',
    find: "const headers = sessionInstruction('end-all', user, deps.tokens);",
    replace: "const headers = sessionInstruction('confirm', user, deps.tokens);",
    suites: mails,
  },
  {
    name: 'a change of the password needs the current one',
    file: 'services/auth/src/domain/new-passwords.ts',
    find: 'if (!(await passwords.matches(hash, input.currentPassword))) throw wrongPassword();',
    replace: '',
    suites: ['services/auth/test/new-passwords.service.test.ts'],
  },
  {
    // Either step alone keeps a link from working twice.
    name: 'a link in a mail works once',
    file: linkStore,
    find: 'await model.deleteMany({ userId }).exec();\n    },\n    use: async (token, { userId, purpose }) => {\n      const { deletedCount } = await model.deleteOne({ _id: digestOf(token), userId, purpose }).exec();\n      if (deletedCount === 1) await model.deleteMany({ userId, purpose }).exec();\n      return deletedCount === 1;',
    replace:
      'await model.exists({ userId }).exec();\n    },\n    use: async (token, { userId, purpose }) => {\n      return (await model.exists({ _id: digestOf(token), userId, purpose }).exec()) !== null;',
    suites: mails,
  },
  {
    name: 'a change of the password or the address ends all links in earlier mails',
    file: linkStore,
    find: 'await model.deleteMany({ userId }).exec();',
    replace: 'await model.exists({ userId }).exec();',
    suites: address,
  },
  {
    name: 'a link in a mail expires',
    file: linkStore,
    find: '.findOne({ _id: digestOf(token), purpose, expireAt: { $gt: now } })',
    replace: '.findOne({ _id: digestOf(token), purpose, expireAt: { $exists: true } })',
    suites: mails,
  },
  {
    name: 'a link in a mail is for one purpose',
    file: linkStore,
    find: '.findOne({ _id: digestOf(token), purpose, expireAt: { $gt: now } })',
    replace:
      ".findOne({ _id: digestOf(token), ...(purpose === 'confirm-address' && { purpose }), expireAt: { $gt: now } })",
    suites: mails,
  },
  {
    name: 'links in mails are stored as digests',
    file: linkStore,
    find: "return createHash('sha256').update(token).digest('base64url');",
    replace: 'return token;',
    suites: mails,
  },
  {
    name: 'links in mails lead to this installation whatever the Host of the request',
    file: 'services/gateway/src/domain/origin.ts',
    find: 'const local = publicAddress(configured) === undefined ? loopbackOrigin(host) : undefined;',
    replace: 'const local = host === undefined ? undefined : `http://${host}`;',
    suites: ['services/gateway/test/origin.unit.test.ts'],
  },
  {
    name: 'a reset request makes one write, which knows only the typed address',
    file: 'services/auth/src/domain/mails/request-mails.ts',
    find: "kind: 'reset-password', giveUpAt, emailKey: key }, now);",
    replace: "kind: 'reset-password', giveUpAt, emailKey: key, account: key }, now);",
    suites: mails,
  },
  {
    name: 'a taken address shows in no answer',
    file: 'services/auth/src/domain/change-address.ts',
    find: 'await accounts.noteAddress(userId, email);',
    replace:
      "if ((await accounts.findByEmail(email)) !== null) throw appError('auth.email-taken');\n  await accounts.noteAddress(userId, email);",
    suites: address,
  },
  {
    name: 'a reset removes the factors that a stranger set up for an unproved address',
    file: 'services/auth/src/domain/new-passwords.ts',
    find: 'if (alone) await deps.removeFactors(user.id);',
    replace: '',
    suites: ['services/auth/test/second-step.service.test.ts'],
  },
  {
    name: 'a listed address makes an administrator only in a session of its account',
    file: 'services/auth/src/domain/listed-address.ts',
    find: 'const sessionRef = opener?.userId === user.id ? opener.sessionRef : undefined;',
    replace: "const sessionRef = opener === null ? 'nobody' : opener.sessionRef;",
    suites: mails,
  },
  {
    name: 'the other sessions of a new administrator end',
    file: 'services/gateway/src/events/on-admin-changed.ts',
    find: 'if (except !== undefined) await endSessions({ userId, except, startedBefore: at }, { sessions, now: clock.now() });',
    replace: '',
    suites: ['e2e/test/own-sessions.journey.test.ts'],
  },
  {
    name: 'the link for the first administrator works once',
    file: 'services/auth/src/store/first-admin-link-store.ts',
    find: 'const { deletedCount } = await model.deleteOne({ _id: digestOf(token), expireAt: { $gt: now } }).exec();\n      return deletedCount === 1;',
    replace: 'return (await model.exists({ _id: digestOf(token), expireAt: { $gt: now } }).exec()) !== null;',
    suites: firstAdmin,
  },
  {
    name: 'the link for the first administrator is valid for 24 hours',
    file: 'services/auth/src/domain/first-admin.ts',
    find: 'export const firstAdminLinkMs = 24 * 3_600_000;',
    replace: 'export const firstAdminLinkMs = 365 * 24 * 3_600_000;',
    suites: firstAdmin,
  },
  {
    name: 'the link for the first administrator opens nothing while there is an administrator',
    file: 'services/auth/src/domain/first-admin.ts',
    find: "if (await accounts.hasAdmin()) throw appError('auth.link-invalid');",
    replace: '',
    suites: firstAdmin,
  },
  {
    name: 'the link for the first administrator is stored as a digest',
    file: 'services/auth/src/store/first-admin-link-store.ts',
    find: "return createHash('sha256').update(token).digest('base64url');",
    replace: 'return token;',
    suites: firstAdmin,
  },
  {
    name: 'a sign-in in a new browser is mailed',
    file: 'services/auth/src/domain/devices.ts',
    find: "if (isNew) await deps.notices.send('new-device', { userId, network });",
    replace: '',
    suites: ['services/auth/test/notices.service.test.ts'],
  },
  {
    name: 'known devices are stored as digests of user and secret',
    file: 'services/auth/src/store/device-store.ts',
    find: "return createHash('sha256').update(`${userId} ${secret}`).digest('base64url');",
    replace: "return userId === '' ? '' : secret;",
    suites: ['services/auth/test/notices.service.test.ts'],
  },
  {
    name: 'a trusted address opens no account of an administrator',
    file: 'services/auth/src/domain/sign-in-by-identity.ts',
    find: 'return identity.emailTrusted && (isAdmin || isListed(email, adminEmails));',
    replace: 'return identity.emailTrusted && isAdmin && isListed(email, []);',
    suites: ['services/auth/test/trusted-addresses.service.test.ts'],
  },
];
