import { z } from 'zod';
import { secondFactors } from '../values.ts';
import { required } from './auth-fields.ts';
import { user } from './auth-user.ts';
import { endpointOf } from './contract.ts';
import { cookieNames, deviceCookie, factorCookie } from './cookies.ts';

const endpoint = endpointOf('auth');

/** Six digits of an authenticator app. Spaces are ignored. */
export const totpCode = z
  .string('Enter the code')
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that the app shows'));

export const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/);
export const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };
export const descriptor = z.object({ id: z.string(), type: z.literal('public-key') });

/** A browser's signature of a challenge, as WebAuthn's `AuthenticationResponseJSON`. */
export const passkeyProof = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  },
  'Use the passkey',
);
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** What the browser signs, as WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
export const passkeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(descriptor),
  userVerification: z.enum(['required', 'preferred']),
});

/** One proof for the second step of a sign-in. */
const secondProof = z
  .object({
    code: totpCode.optional(),
    recoveryCode: required('Enter a recovery code').max(100, 'This code is not right').optional(),
    passkey: passkeyProof.optional(),
  })
  .refine((proof) => Object.values(proof).some((value) => value !== undefined), {
    path: ['code'],
    message: 'Enter the code',
  });

/** Signing in with them. */
export const factorContract = {
  secondStep: endpoint({
    summary: 'How the begun sign-in can be completed',
    method: 'GET',
    path: '/api/auth/login/factor',
    access: 'public',
    cookies: cookieNames(factorCookie),
    response: z.object({ methods: z.array(z.enum(secondFactors)) }),
    errors: ['auth.sign-in-expired'],
  }),
  finishSecondStep: endpoint({
    summary: 'Completes the begun sign-in: the answer sets the session cookie',
    method: 'POST',
    path: '/api/auth/login/factor',
    access: 'public',
    cookies: cookieNames(factorCookie, deviceCookie),
    body: secondProof,
    response: user,
    errors: [
      'auth.sign-in-expired',
      'auth.wrong-code',
      'auth.passkey-invalid',
      'auth.passkeys-unavailable',
      'auth.disabled',
      'rate.limited',
    ],
  }),
  beginPasskeySignIn: endpoint({
    summary: 'Begins a sign-in by passkey: the second step if a sign-in was begun, else without a password',
    method: 'POST',
    path: '/api/auth/login/passkey/options',
    access: 'public',
    cookies: cookieNames(factorCookie),
    response: passkeyOptions,
    errors: ['auth.passkeys-unavailable', 'rate.limited'],
  }),
  signInByPasskey: endpoint({
    summary: 'Signs in by passkey alone: the answer sets the session cookie',
    method: 'POST',
    path: '/api/auth/login/passkey',
    access: 'public',
    cookies: cookieNames(deviceCookie),
    body: z.object({ passkey: passkeyProof }),
    response: user,
    errors: ['auth.passkey-invalid', 'auth.passkeys-unavailable', 'auth.disabled', 'rate.limited'],
  }),
};
