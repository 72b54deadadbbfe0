import { z } from 'zod';
import { required } from './auth-fields.ts';
import { base64url, credential, descriptor, totpCode } from './auth-factors.ts';
import { endpointOf, idParams, noContent, timestamp } from './contract.ts';

const endpoint = endpointOf('auth');

/** A browser's new passkey, as WebAuthn's `RegistrationResponseJSON`. */
export const newPasskey = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
    }),
  },
  'Create the passkey',
);
export type NewPasskey = z.infer<typeof newPasskey>;

/** What the browser makes a passkey for, as WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export const newPasskeyOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name for which the browser made it. */
  domain: z.string(),
  createdAt: timestamp,
  usedAt: timestamp.nullable(),
});

/** How an account signs in besides its password. */
export const factors = z.object({
  totp: z.boolean(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number().int(),
  /** Whether passkeys work at the address that the browser used. */
  passkeysWork: z.boolean(),
});
export type Factors = z.infer<typeof factors>;

/** Recovery codes, which no later call shows again. Null: the account's earlier codes stay. */
const shownOnce = z.object({ recoveryCodes: z.array(z.string()).nullable() });

/** Setting up passkeys, authenticator apps and recovery codes. Apart from `authContract`, which the sign-in page loads. */
export const ownFactorContract = {
  listFactors: endpoint({
    summary: 'The passkeys of the user, and whether an authenticator app is set up',
    method: 'GET',
    path: '/api/auth/factors',
    response: factors,
  }),
  beginTotp: endpoint({
    summary: 'A new secret for an authenticator app, which counts once a code proves it',
    method: 'POST',
    path: '/api/auth/factors/totp',
    confirm: true,
    response: z.object({ secret: z.string(), uri: z.string(), setup: z.string() }),
  }),
  setTotp: endpoint({
    summary: 'Sets up the authenticator app; the first factor of an account also makes recovery codes',
    method: 'PUT',
    path: '/api/auth/factors/totp',
    confirm: true,
    body: z.object({ setup: required('Begin again').max(1_000), code: totpCode }),
    response: shownOnce,
    errors: ['auth.wrong-code', 'rate.limited'],
  }),
  removeTotp: endpoint({
    summary: 'Removes the authenticator app',
    method: 'DELETE',
    path: '/api/auth/factors/totp',
    confirm: true,
    statuses: [204],
    response: noContent,
  }),
  newRecoveryCodes: endpoint({
    summary: 'Replaces the recovery codes; only this answer shows them',
    method: 'POST',
    path: '/api/auth/factors/recovery-codes',
    confirm: true,
    response: shownOnce,
    errors: ['factor.not-found'],
  }),
  beginPasskey: endpoint({
    summary: 'Begins a new passkey; the browser makes it',
    method: 'POST',
    path: '/api/auth/factors/passkeys/options',
    confirm: true,
    response: newPasskeyOptions,
    errors: ['auth.passkeys-unavailable', 'rate.limited'],
  }),
  addPasskey: endpoint({
    summary: 'Adds a passkey; the first factor of an account also makes recovery codes',
    method: 'POST',
    path: '/api/auth/factors/passkeys',
    confirm: true,
    body: z.object({
      name: required('Name the passkey').trim().max(60, 'A name has at most 60 characters'),
      passkey: newPasskey,
    }),
    response: shownOnce,
    errors: ['auth.passkeys-unavailable', 'auth.passkey-invalid', 'passkey.limit'],
  }),
  removePasskey: endpoint({
    summary: 'Removes a passkey',
    method: 'DELETE',
    path: '/api/auth/factors/passkeys/:id',
    confirm: true,
    statuses: [204],
    params: idParams,
    response: noContent,
    errors: ['factor.not-found'],
  }),
};
