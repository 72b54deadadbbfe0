import { z } from 'zod';
import { endpointOf, idParams, noContent, timestamp } from './contract.ts';

const endpoint = endpointOf('auth');

/** An account as administrators see it. */
export const listedUser = z.object({
  id: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  isDisabled: z.boolean(),
  /** Whether a passkey or an authenticator app is set up. */
  hasFactor: z.boolean(),
  createdAt: timestamp,
});
export type ListedUser = z.infer<typeof listedUser>;

/** The accounts of the installation, for administrators. Apart from `authContract`, which the sign-in page loads. */
export const usersContract = {
  listUsers: endpoint({
    summary: 'Accounts by address, 50 at a time; `next` continues the list as `after`',
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    query: z.object({ search: z.string().trim().max(254).optional(), after: z.string().max(254).optional() }),
    response: z.object({ users: z.array(listedUser), next: z.string().nullable() }),
  }),
  endUserSessions: endpoint({
    summary: 'Ends all sessions of a user',
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    access: 'admin',
    statuses: [204],
    params: idParams,
    response: noContent,
    errors: ['user.not-found'],
  }),
  disableUser: endpoint({
    summary: 'Disables an account, which ends its sessions, or enables it again',
    method: 'PUT',
    path: '/api/admin/users/:id/disabled',
    access: 'admin',
    params: idParams,
    body: z.object({ disabled: z.boolean('disabled must be true or false') }),
    response: listedUser,
    errors: ['user.not-found'],
  }),
};
