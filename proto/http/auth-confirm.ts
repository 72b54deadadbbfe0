import { z } from 'zod';
import { confirmMethods } from '../values.ts';
import { address, linkToken, required } from './auth-fields.ts';
import { passkeyOptions, passkeyProof, totpCode } from './auth-factors.ts';
import { endpointOf, notice } from './contract.ts';

const endpoint = endpointOf('auth');

/** The address of the provider's page, which the browser opens. */
const providerVisit = z.object({ url: z.string() });

/** One proof that the user is present. */
const confirmation = z
  .object({
    password: required('Password is required').max(256, 'The password is not right').optional(),
    code: totpCode.optional(),
    passkey: passkeyProof.optional(),
  })
  .refine((proof) => Object.values(proof).some((value) => value !== undefined), {
    path: ['password'],
    message: 'Password is required',
  });

/** How the user can confirm a session. Empty: the account needs a password first. */
const confirmWays = z.object({ methods: z.array(z.enum(confirmMethods)), provider: z.string().nullable() });

/** A path of the web app. Others lead to the start page. */
const pageToReturnTo = z.string('return must be text').max(2_000, 'return has at most 2000 characters').optional();

/** Confirming the session before sensitive actions; linking a provider and changing the address, which need it. */
export const confirmContract = {
  confirmMethods: endpoint({
    summary: 'How the user can confirm the session: by password, code, passkey or a fresh sign-in at the provider',
    method: 'GET',
    path: '/api/auth/confirm',
    response: confirmWays,
  }),
  confirmSession: endpoint({
    summary: 'Confirms the session for 10 minutes, which sensitive actions require',
    method: 'POST',
    path: '/api/auth/confirm',
    body: confirmation,
    response: notice,
    errors: ['auth.wrong-password', 'auth.wrong-code', 'auth.passkey-invalid', 'rate.limited'],
  }),
  confirmByPasskey: endpoint({
    summary: 'Begins a confirmation by passkey; the browser signs the challenge',
    method: 'POST',
    path: '/api/auth/confirm/passkey',
    response: passkeyOptions,
    errors: ['auth.passkeys-unavailable', 'rate.limited'],
  }),
  confirmAtProvider: endpoint({
    summary: 'Begins a fresh sign-in at the identity provider, which confirms the session; the browser opens `url`',
    method: 'POST',
    path: '/api/auth/confirm/provider',
    body: z.object({ return: pageToReturnTo }),
    response: providerVisit,
    errors: ['auth.forbidden', 'auth.provider-unavailable', 'rate.limited'],
  }),
  linkProvider: endpoint({
    summary: 'Begins linking the identity provider to the account; the browser opens `url`',
    method: 'POST',
    path: '/api/auth/provider',
    confirm: true,
    body: z.object({ return: pageToReturnTo }),
    response: providerVisit,
    errors: ['auth.provider-unavailable', 'rate.limited'],
  }),
  changeAddress: endpoint({
    summary: 'Mails a link to a new address; the answer is the same whether the address is free or taken',
    method: 'POST',
    path: '/api/auth/address',
    confirm: true,
    body: z.object({ email: address('Email is required') }),
    response: notice,
    errors: ['rate.limited'],
  }),
  confirmAddress: endpoint({
    summary: 'Takes the link of the mail to a new address: from then on the account has this address',
    method: 'POST',
    path: '/api/auth/confirm-address',
    access: 'public',
    body: z.object({ token: linkToken }),
    response: notice,
    errors: ['auth.link-invalid', 'rate.limited'],
  }),
};
