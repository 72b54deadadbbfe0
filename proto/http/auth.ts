import { z } from 'zod';
import { maxLeadsPerDayChoices, messageModels, scoringModels } from '../values.ts';
import { factorContract } from './auth-factors.ts';
import { user } from './auth-user.ts';
import { address, linkToken, newPassword, required, requiredEmail } from './auth-fields.ts';
import { cookieNames, deviceCookie, loginCookie, visitorCookie } from './cookies.ts';
import { choice, endpointOf, noContent, notice, numberChoice, returnPath, timestamp } from './contract.ts';

const endpoint = endpointOf('auth');

export type { User } from './auth-user.ts';
export { user };

const bothRequired = 'Email and password are required';
const allFields = 'Please fill in all fields';
const optionalName = z.string('Names must be text').trim().max(100, 'Names have at most 100 characters').optional();

/** The messages are from the specification, section 5. */
export const registration = z.object({
  email: address(bothRequired),
  password: newPassword(bothRequired),
  firstName: optionalName,
  lastName: optionalName,
});

/** A value that is too long gets the same answer as a wrong one, so that answers do not reveal which accounts exist. */
export const credentials = z.object({
  email: requiredEmail(allFields).max(254, 'Invalid email or password'),
  password: required(allFields).max(256, 'Invalid email or password'),
});

/**
 * An external service for sign-in. The browser opens `loginPath`. Anyone can open the accounts that a `demo` provider
 * created.
 */
export const identityProvider = z.object({
  name: z.string(),
  loginPath: z.string(),
  demo: z.literal(true).optional(),
});

/** Absent fields keep their value. */
export const preferencesForm = z.object({
  leadScoringModel: choice('leadScoringModel', scoringModels).optional(),
  messageGenerationModel: choice('messageGenerationModel', messageModels).optional(),
  maxLeadsPerDay: numberChoice('maxLeadsPerDay', maxLeadsPerDayChoices).optional(),
  emailNotifications: z.boolean('emailNotifications must be true or false').optional(),
});

/** A user's preferences. `id` and times are null before the first save. */
export const preferences = z.object({
  id: z.string().nullable(),
  userId: z.string(),
  leadScoringModel: z.enum(scoringModels),
  messageGenerationModel: z.enum(messageModels),
  maxLeadsPerDay: z.number(),
  emailNotifications: z.boolean(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
});
export type Preferences = z.infer<typeof preferences>;

/** Accounts and preferences. Register and login answer the gateway, because only the gateway owns sessions. */
export const authContract = {
  register: endpoint({
    summary: 'Makes an account and signs in',
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    statuses: [201],
    cookies: cookieNames(visitorCookie, deviceCookie),
    body: registration,
    response: user,
    errors: ['auth.email-taken', 'auth.password-common', 'auth.password-weak', 'rate.limited'],
  }),
  login: endpoint({
    summary: 'Signs in with address and password',
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    cookies: cookieNames(deviceCookie),
    body: credentials,
    response: user,
    errors: ['auth.invalid-credentials', 'auth.second-factor', 'auth.disabled', 'rate.limited'],
  }),
  currentUser: endpoint({
    summary: 'The signed-in user',
    method: 'GET',
    path: '/api/auth/user',
    response: user,
  }),
  providers: endpoint({
    summary: 'The identity providers that a visitor may sign in with',
    method: 'GET',
    path: '/api/auth/providers',
    access: 'public',
    response: z.array(identityProvider),
  }),
  startLogin: endpoint({
    summary: 'Sends the browser to the identity provider, or to /auth where there is none',
    method: 'GET',
    path: '/api/login',
    access: 'public',
    statuses: [302],
    query: z.object({ return: returnPath }),
    response: noContent,
  }),
  finishLogin: endpoint({
    summary:
      'Where the identity provider sends the browser back to: signs in, confirms the session or links the provider',
    method: 'GET',
    path: '/api/login/callback',
    access: 'public',
    statuses: [302],
    cookies: cookieNames(loginCookie, visitorCookie, deviceCookie),
    query: z.looseObject({}),
    response: noContent,
  }),
  finishLoginWithPassword: endpoint({
    summary:
      'Finishes a sign-in by a provider that may not open the account by itself, with the password of the account',
    method: 'POST',
    path: '/api/login/password',
    access: 'public',
    cookies: cookieNames(loginCookie, deviceCookie),
    body: z.object({
      password: required('Please enter your password').max(256, 'Invalid email or password'),
    }),
    response: user,
    errors: ['auth.invalid-credentials', 'auth.login-expired', 'auth.second-factor', 'auth.disabled', 'rate.limited'],
  }),
  ...factorContract,
  forgotPassword: endpoint({
    summary: 'Mails a link to set a new password; the answer is the same whether the address is known or not',
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'public',
    body: z.object({ email: address('Email is required') }),
    response: notice,
    errors: ['rate.limited'],
  }),
  resetPassword: endpoint({
    summary: 'Sets a new password by the link of the mail, once and within 30 minutes; ends all sessions',
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    body: z.object({ token: linkToken, password: newPassword('Password is required') }),
    response: notice,
    errors: ['auth.link-invalid', 'auth.password-common', 'auth.password-weak', 'rate.limited'],
  }),
  changePassword: endpoint({
    summary: 'Changes the password and ends the other sessions of the user',
    method: 'POST',
    path: '/api/auth/password',
    body: z.object({
      currentPassword: required('Current password is required').max(256, 'The current password is wrong'),
      newPassword: newPassword('New password is required'),
    }),
    response: user,
    errors: ['auth.wrong-password', 'auth.password-common', 'auth.password-weak', 'rate.limited'],
  }),
  verifyEmail: endpoint({
    summary: 'Takes the link of the mail that verifies an address; again is well',
    method: 'GET',
    path: '/api/auth/verify-email',
    access: 'public',
    query: z.object({ token: linkToken }),
    response: notice,
    errors: ['auth.link-invalid', 'rate.limited'],
  }),
  sendVerification: endpoint({
    summary: 'Mails the link that verifies the address of the user once more',
    method: 'POST',
    path: '/api/auth/verify-email',
    response: notice,
    errors: ['rate.limited'],
  }),
  unsubscribe: endpoint({
    summary: 'Ends the mails about new leads by the link of such a mail, in one click and without signing in',
    method: 'POST',
    path: '/api/auth/unsubscribe',
    access: 'public',
    // Mail programs post a form (RFC 8058).
    ignoresBody: true,
    query: z.object({ token: linkToken }),
    response: notice,
    errors: ['auth.link-invalid'],
  }),
  unsubscribePage: endpoint({
    summary: 'Where mail programs that know no one-click send people: on to the page that asks them',
    method: 'GET',
    path: '/api/auth/unsubscribe',
    access: 'public',
    statuses: [302],
    query: z.object({ token: linkToken }),
    response: noContent,
  }),
  exportUser: endpoint({
    summary: 'Everything that is kept of the user, as a zip of JSON files',
    method: 'GET',
    path: '/api/auth/user/export',
    confirm: true,
    produces: 'application/zip',
    response: noContent,
    errors: ['rate.limited'],
  }),
  deleteUser: endpoint({
    summary: 'Deletes the account and everything of it; ends all sessions',
    method: 'DELETE',
    path: '/api/auth/user',
    confirm: true,
    statuses: [204],
    response: noContent,
  }),
  becomeFirstAdmin: endpoint({
    summary: 'Makes the user an administrator by the link that `npm start` prints while there is none',
    method: 'POST',
    path: '/api/auth/first-admin',
    body: z.object({ token: linkToken }),
    response: notice,
    errors: ['auth.link-invalid', 'rate.limited'],
  }),
  checkAdmin: endpoint({
    summary: 'Whether the user is an administrator',
    method: 'GET',
    path: '/api/admin/check-admin',
    /** `needsFactor`: administrators need two-step sign-in here, and this one has none yet. Otherwise it is absent. */
    response: z.object({ isAdmin: z.boolean(), needsFactor: z.literal(true).optional() }),
  }),
  getPreferences: endpoint({
    summary: 'Preferences of the user; the defaults before the first save',
    method: 'GET',
    path: '/api/user-preferences',
    callers: ['gateway', 'scan', 'outreach'],
    response: preferences,
  }),
  savePreferences: endpoint({
    summary: 'Saves preferences; absent fields keep their value',
    method: 'POST',
    path: '/api/user-preferences',
    body: preferencesForm,
    response: preferences,
  }),
};
