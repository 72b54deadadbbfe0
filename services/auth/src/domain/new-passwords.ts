import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { AccountChanges } from './account-changes.ts';
import type { AccountLimits } from './account-limits.ts';
import { countingFailures } from './account-limits.ts';
import type { CommonPasswords } from './common-passwords.ts';
import { refuseCommon } from './common-passwords.ts';
import type { Links } from './mails/links.ts';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';
import type { VerificationDependencies } from './verify-email.ts';
import { markVerified } from './verify-email.ts';

/** What new passwords need. */
export interface NewPasswordDependencies extends VerificationDependencies {
  readonly accounts: AccountChanges;
  readonly links: Links;
  readonly passwords: Passwords;
  readonly common: CommonPasswords;
  readonly limits: Pick<AccountLimits, 'links' | 'passwordChanges'>;
  readonly passwordChanged: (userId: string, keptSessionRef?: string) => OutgoingEvent;
}

/**
 * A new password by the link of a mail, which works once; resolves to whose sessions all have to end. The link proves
 * the address too. Throws auth.link-invalid, auth.password-common, rate.limited.
 */
export async function resetPassword(
  wanted: { token: string; password: string; visitorIp: string },
  deps: NewPasswordDependencies,
): Promise<User> {
  const { accounts, links, passwords, now } = deps;
  await deps.limits.links.take(wanted.visitorIp);
  const userId = await links.find(wanted.token, 'reset-password', now());
  const user = userId === null ? null : await accounts.find(userId);
  if (user === null) throw appError('auth.link-invalid');
  await refuseCommon(wanted.password, 'password', deps.common);
  // Before the link is used up: hashing may be refused when there is too much of it.
  const passwordHash = await passwords.hash(wanted.password);
  const used = await links.use(wanted.token, { userId: user.id, purpose: 'reset-password' });
  const events = [deps.passwordChanged(user.id)];
  // Linked by a provider that does not vouch for addresses: the first who proves it has the account alone.
  const alone = !user.isEmailVerified;
  if (!used || !(await accounts.setPassword(user.id, { passwordHash, alone, now: now(), events })))
    throw appError('auth.link-invalid');
  deps.saved();
  await markVerified(user, deps);
  return user;
}

/**
 * Another password, for who knows the current one; resolves to whose other sessions have to end. Throws
 * auth.wrong-password, auth.password-common, rate.limited.
 */
export async function changePassword(
  wanted: { userId: string; currentPassword: string; newPassword: string; sessionRef: string | undefined },
  deps: NewPasswordDependencies,
): Promise<User> {
  const { accounts, passwords, now } = deps;
  const { userId } = wanted;
  await refuseCommon(wanted.newPassword, 'newPassword', deps.common);
  const hash = await accounts.passwordHashOf(userId);
  if (hash === null) throw noPassword();
  await countingFailures([{ limiter: deps.limits.passwordChanges, key: userId, onSuccess: 'reset' }], async () => {
    if (!(await passwords.matches(hash, wanted.currentPassword))) throw wrongPassword();
  });
  const passwordHash = await passwords.hash(wanted.newPassword);
  const events = [deps.passwordChanged(userId, wanted.sessionRef)];
  await accounts.setPassword(userId, { passwordHash, now: now(), events });
  deps.saved();
  const user = await accounts.find(userId);
  if (user === null) throw appError('auth.unauthorized', { userId });
  return user;
}

function wrongPassword() {
  const { message } = appError('auth.wrong-password');
  return appError('auth.wrong-password', { fields: { currentPassword: message } });
}

/** Of an account that signs in by an identity provider alone. */
function noPassword() {
  const message = 'This account has no password yet: sign out and choose "Forgot password?" to set one';
  return appError('auth.wrong-password', { message, fields: { currentPassword: message } });
}
