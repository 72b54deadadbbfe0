import { z } from 'zod';
import { endpointOf, idParams, noContent, timestamp } from './contract.ts';

const endpoint = endpointOf('gateway');

/** A browser that is signed in. `id` identifies the session and cannot be used to sign in. */
export const ownSession = z.object({
  id: z.string(),
  /** Whether this call belongs to the session. */
  current: z.boolean(),
  /** The browser's User-Agent at sign-in; null if it sent none. */
  userAgent: z.string().nullable(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  expiresAt: timestamp,
});
export type OwnSession = z.infer<typeof ownSession>;

/** Calls that the gateway answers without another service: sessions, the development gate, the API's description. */
export const gatewayContract = {
  logout: endpoint({
    summary: 'Ends the session at once',
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    statuses: [204],
    response: noContent,
  }),
  listSessions: endpoint({
    summary: 'Where the user is signed in, newest use first',
    method: 'GET',
    path: '/api/auth/sessions',
    response: z.array(ownSession),
  }),
  endSession: endpoint({
    summary: 'Ends one session of the user',
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    statuses: [204],
    params: idParams,
    response: noContent,
    errors: ['session.not-found'],
  }),
  endOtherSessions: endpoint({
    summary: 'Ends all sessions of the user but this one',
    method: 'DELETE',
    path: '/api/auth/sessions',
    confirm: true,
    statuses: [204],
    response: noContent,
  }),
  devAuth: endpoint({
    summary: 'Opens the development gate for this browser',
    method: 'POST',
    path: '/api/dev-auth',
    access: 'public',
    body: z.object({
      password: z
        .string({ error: 'Password is required' })
        .min(1, 'Password is required')
        .max(256, 'Password is too long'),
    }),
    response: z.object({ success: z.literal(true) }),
    errors: ['gate.wrong-password', 'rate.limited'],
  }),
  openApi: endpoint({
    summary: 'This description of the API',
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    response: z.looseObject({ openapi: z.string() }),
  }),
  docs: endpoint({
    summary: 'The description of the API for people',
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    produces: 'text/html',
    response: noContent,
  }),
  securityTxt: endpoint({
    summary: 'Where to report security problems (RFC 9116)',
    method: 'GET',
    path: '/.well-known/security.txt',
    access: 'public',
    produces: 'text/plain',
    response: noContent,
  }),
};
