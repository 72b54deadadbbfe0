import { answer, defineService, publicRoute, route, sessionTarget } from '@earshot/service-kit';
import { authContract, confirmContract } from '@earshot/proto/http';
import { z } from 'zod';

/**
 * A fake auth service for the gateway. The address contains the user's name, and the password names the session action.
 */
export const fakeAuth = defineService({
  name: 'auth',
  database: null,
  config: z.object({}),
  serves: [
    authContract.login,
    confirmContract.confirmSession,
    authContract.changePassword,
    authContract.deleteUser,
    authContract.currentUser,
  ],
  calls: [],
  publishes: [],
  consumes: [],
  start: async ({ tokens }) => {
    const asking = (userId: string, action: string) => ({
      headers: {
        'x-earshot-session': tokens.sign(sessionTarget(action), { userId, admin: userId.startsWith('admin') }),
        'x-earshot-session-action': action,
      },
    });
    return {
      routes: [
        publicRoute(authContract.login, async ({ body }) =>
          answer(userOf(body.email), asking(nameOf(body.email), body.password)),
        ),
        route(authContract.changePassword, async ({ userId, body }) =>
          answer(userOf(userId), asking(userId, body.newPassword)),
        ),
        route(confirmContract.confirmSession, async ({ userId }) =>
          answer({ message: 'confirmed' }, asking(userId, 'confirm')),
        ),
        route(authContract.deleteUser, async ({ userId }) => answer(undefined, asking(userId, 'end-all'))),
        route(authContract.currentUser, async ({ userId }) => userOf(userId)),
      ],
    };
  },
});
/** A fake owner of the administrators' calls. It defines no routes. */
export const fakeAnalytics = defineService({
  name: 'analytics',
  database: null,
  config: z.object({}),
  serves: [],
  calls: [],
  publishes: [],
  consumes: [],
  start: async () => ({}),
});
const nameOf = (email: string) => email.split('@')[0] ?? '';
const time = '2026-11-21T12:00:00Z';
const nameless = { firstName: null, lastName: null, profileImageUrl: null, authProvider: 'email' } as const;
const userOf = (id: string) => {
  return { id, email: id, ...nameless, isEmailVerified: false, isAdmin: false, createdAt: time, updatedAt: time };
};
