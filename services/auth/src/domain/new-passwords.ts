import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from './account-changes.ts';
import { type AccountLimits, countingFailures } from './account-limits.ts';
import { type CommonPasswords, refuseWeak } from './common-passwords.ts';
import { endingLinks, type Links } from './mails/links.ts';
import type { Notices } from './mails/notices.ts';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';
import { markVerified, type VerificationDependencies } from './verify-email.ts';

/** Dependencies for setting passwords. */
export interface NewPasswordDependencies extends VerificationDependencies {
  readonly accounts: AccountChanges;
  readonly links: Links;
  readonly notices: Notices;
  readonly passwords: Passwords;
  readonly common: CommonPasswords;
  readonly limits: Pick<AccountLimits, 'links' | 'passwordChanges'>;
  /** Deletes all second factors of an account. */
  readonly removeFactors: (userId: UserId) => Promise<void>;
  readonly passwordChanged: (userId: UserId, keptSessionRef?: string) => OutgoingEvent;
}

/**
 * Sets a new password through a link in a mail, which works once. Resolves with the user, whose sessions must all end.
 * The link also verifies the address. Throws auth.link-invalid, auth.password-weak, auth.password-common,
 * rate.limited.
 */
export async function resetPassword(
  input: { token: string; password: string; visitorIp: string },
  deps: NewPasswordDependencies,
): Promise<User> {
  const { accounts, links, passwords, now } = deps;
  await deps.limits.links.take(input.visitorIp);
  const userId = await links.find(input.token, 'reset-password', now());
  const user = userId === null ? null : await accounts.find(userId);
  if (user === null) throw appError('auth.link-invalid');
  await refuseWeak({ password: input.password, owner: user, field: 'password' }, deps.common);
  // Hash before using up the link: hashing may be refused under load.
  const passwordHash = await passwords.hash(input.password);
  const used = await links.use(input.token, { userId: user.id, purpose: 'reset-password' });
  if (!used) throw appError('auth.link-invalid');
  const events = [deps.passwordChanged(user.id)];
  // A second factor, and an identity linked by a provider that does not vouch for addresses, are removed: the first user
  // to prove the address owns the account.
  const alone = !user.isEmailVerified;
  if (alone) await deps.removeFactors(user.id);
  const change = { passwordHash, alone, now: now(), events };
  const done = await endingLinks(links, user.id, () => accounts.setPassword(user.id, change));
  if (!done) throw appError('auth.link-invalid');
  deps.saved();
  // All sessions end, so none of them can become an administrator's.
  await markVerified(user, null, deps);
  await deps.notices.send('password-changed', { userId: user.id, network: input.visitorIp });
  return user;
}

/**
 * Changes the password after checking the current one. Resolves with the user, whose other sessions must end. Throws
 * auth.wrong-password, auth.password-weak, auth.password-common, rate.limited.
 */
export async function changePassword(
  input: {
    userId: UserId;
    currentPassword: string;
    newPassword: string;
    sessionRef: string | undefined;
    visitorIp: string;
  },
  deps: NewPasswordDependencies,
): Promise<User> {
  const { accounts, passwords, now } = deps;
  const { userId } = input;
  const owner = await accounts.find(userId);
  if (owner === null) throw appError('auth.unauthorized', { userId });
  await refuseWeak({ password: input.newPassword, owner, field: 'newPassword' }, deps.common);
  const hash = await accounts.passwordHashOf(userId);
  if (hash === null) throw noPassword();
  await countingFailures([{ limiter: deps.limits.passwordChanges, key: userId, onSuccess: 'reset' }], async () => {
    if (!(await passwords.matches(hash, input.currentPassword))) throw wrongPassword();
  });
  const passwordHash = await passwords.hash(input.newPassword);
  const events = [deps.passwordChanged(userId, input.sessionRef)];
  const change = { passwordHash, now: now(), events };
  await endingLinks(deps.links, userId, () => accounts.setPassword(userId, change));
  deps.saved();
  await deps.notices.send('password-changed', { userId, network: input.visitorIp });
  const user = await accounts.find(userId);
  if (user === null) throw appError('auth.unauthorized', { userId });
  return user;
}

function wrongPassword() {
  const { message } = appError('auth.wrong-password');
  return appError('auth.wrong-password', { fields: { currentPassword: message } });
}

/** The account signs in only through an identity provider. */
function noPassword() {
  const message = 'This account has no password yet: sign out and choose "Forgot password?" to set one';
  return appError('auth.wrong-password', { message, fields: { currentPassword: message } });
}
