import type { Control } from './control.ts';

const secondStep = ['services/auth/test/second-step.service.test.ts'];
const passkeys = ['services/auth/test/passkeys.service.test.ts'];
const provePasskey = 'services/auth/src/domain/factors/prove-passkey.ts';
const challengeStore = 'services/auth/src/store/challenge-store.ts';
const webauthn = 'services/auth/src/clients/webauthn.ts';
const factorStore = 'services/auth/src/store/second-factor-store.ts';

/** Second factors: authenticator apps, recovery codes and passkeys. */
export const factorControls: readonly Control[] = [
  {
    name: 'an account with a factor needs it besides the password',
    file: 'services/auth/src/http/password-sign-in.ts',
    find: 'if (!(await hasFactor(user.id, deps))) return user;',
    replace: "if (user.id !== '') return user;",
    suites: secondStep,
  },
  {
    name: 'an account with a factor needs it besides the identity provider',
    file: 'services/auth/src/http/login-routes.ts',
    find: 'if (await hasFactor(user.id, deps)) {',
    replace: "if (user.id === '') {",
    suites: ['e2e/test/identity-provider.journey.test.ts'],
  },
  {
    name: 'a code of the authenticator app works once',
    file: factorStore,
    find: "const filter = { _id: userId, 'totp.usedStep': { $lt: step } };",
    replace: "const filter = { _id: userId, 'totp.usedStep': { $lte: step + 2 } };",
    suites: secondStep,
  },
  {
    name: 'the code that sets up an authenticator app is used up by it',
    file: 'services/auth/src/domain/factors/totp.ts',
    find: '{ sealed, usedStep: step }',
    replace: '{ sealed, usedStep: 0 }',
    suites: secondStep,
  },
  {
    name: 'wrong second proofs are limited by account',
    file: 'services/auth/src/http/second-step-routes.ts',
    find: "const attempts = [{ limiter: limits.factors, key: userId, onSuccess: 'reset' }] as const;",
    replace: 'const attempts = [] as const;',
    suites: secondStep,
  },
  {
    name: 'the secret of an authenticator app is sealed',
    file: 'services/auth/src/domain/factors/totp.ts',
    find: 'const sealed = vault.seal(pending.secret, totpPurpose(given.userId));',
    replace: 'const sealed = pending.secret;',
    suites: secondStep,
  },
  {
    name: 'the setup of an authenticator app belongs to one account',
    file: 'services/auth/src/domain/factors/totp.ts',
    find: 'if (pending?.userId !== given.userId || pending.until <= now().getTime())',
    replace: 'if (pending === null || pending.until <= now().getTime())',
    suites: secondStep,
  },
  {
    name: 'the ticket between the two steps ends after ten minutes',
    file: 'services/auth/src/http/provider-visit.ts',
    find: 'return kept.until > clock.now().getTime() ? kept : null;',
    replace: 'return kept.until > 0 || clock.now().getTime() === 0 ? kept : null;',
    suites: secondStep,
  },
  {
    name: 'the ticket between the two steps ends when the password changes',
    file: 'services/auth/src/http/factor-ticket.ts',
    find: 'return kept.password === digestOf(await deps.accounts.passwordHashOf(kept.userId)) ? kept : null;',
    replace: 'return kept;',
    suites: secondStep,
  },
  {
    name: 'a recovery code works once',
    file: factorStore,
    find: 'model.updateOne(filter, { $pull: { recoveryCodes: digest } }).exec()).modifiedCount === 1',
    replace: 'model.updateOne(filter, { $set: { userId } }).exec()).matchedCount === 1',
    suites: secondStep,
  },
  {
    name: 'recovery codes are stored as digests',
    file: factorStore,
    find: "return createHash('sha256').update(`${userId} ${typed}`).digest('base64url');",
    replace: 'return `${userId} ${typed}`;',
    suites: secondStep,
  },
  {
    name: 'the challenge of a passkey works once',
    file: challengeStore,
    find: 'return (await model.deleteOne(filter).exec()).deletedCount === 1;',
    replace: 'return (await model.exists(filter).exec()) !== null;',
    suites: passkeys,
  },
  {
    name: 'the challenge of a passkey is for one purpose and one user',
    file: challengeStore,
    find: 'const filter = { _id: digestOf(challenge), purpose, userId, expireAt: { $gt: now } };',
    replace:
      "const filter = { _id: digestOf(challenge), ...(purpose !== 'add' && userId === '' && { purpose }), expireAt: { $gt: now } };",
    suites: passkeys,
  },
  {
    name: 'the challenge of a passkey expires',
    file: challengeStore,
    find: 'const filter = { _id: digestOf(challenge), purpose, userId, expireAt: { $gt: now } };',
    replace: 'const filter = { _id: digestOf(challenge), purpose, userId, expireAt: { $exists: true } };',
    suites: passkeys,
  },
  {
    name: 'a new passkey is made for this origin',
    file: webauthn,
    find: 'expectedChallenge: challenge,\n          expectedOrigin: site.origin,\n          expectedRPID: site.domain,\n          requireUserVerification: false,',
    replace:
      "expectedChallenge: challenge,\n          expectedOrigin: String(Object(JSON.parse(Buffer.from(given.response.clientDataJSON, 'base64url').toString())).origin),\n          expectedRPID: site.domain,\n          requireUserVerification: false,",
    suites: passkeys,
  },
  {
    name: 'a signature by a passkey is verified',
    file: webauthn,
    find: 'return checked?.verified === true ? checked.authenticationInfo.newCounter : null;',
    replace: 'return checked?.authenticationInfo.newCounter ?? counter;',
    suites: passkeys,
  },
  {
    name: 'a passkey alone signs in only if the authenticator verified the person',
    file: webauthn,
    find: 'requireUserVerification: isAlone,',
    replace: 'requireUserVerification: false && isAlone,',
    suites: passkeys,
  },
  {
    name: 'a passkey proves only its own account',
    file: provePasskey,
    find: 'if (passkey === null || (userId !== null && passkey.userId !== userId)) throw invalid();',
    replace: 'if (passkey === null) throw invalid();',
    suites: passkeys,
  },
  {
    name: 'the user that a passkey names is its own',
    file: provePasskey,
    find: 'if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) throw invalid();',
    replace: '',
    suites: passkeys,
  },
  {
    name: 'passkeys work only where the browser protects the connection',
    file: 'services/auth/src/domain/factors/passkeys.ts',
    find: 'return isSecure && !isAddress ? { origin, domain: hostname } : null;',
    replace: 'return isSecure || !isAddress ? { origin, domain: hostname } : { origin, domain: hostname };',
    suites: passkeys,
  },
  {
    name: 'failed passkeys count with the failed sign-ins of the network',
    file: 'services/auth/src/http/second-step-routes.ts',
    find: "const attempts = [{ limiter: limits.signInsOfNetwork, key: request.ip, onSuccess: 'reward' }] as const;",
    replace: 'const attempts = [] as const;',
    suites: ['services/auth/test/factor-events.service.test.ts'],
  },
];
