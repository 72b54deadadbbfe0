import { AppError, appError } from '@earshot/core';
import { authContract } from '@earshot/proto/http';
import { type Route, route, type SecurityLog } from '@earshot/service-kit';
import { becomeFirstAdmin } from '../domain/first-admin.ts';

type Dependencies = Parameters<typeof becomeFirstAdmin>[1] & { readonly security: SecurityLog };

/** The use of the link that `npm start` prints. The gateway records the grant, this route records failures. */
export function firstAdminRoutes(deps: Dependencies): Route[] {
  return [
    route(authContract.becomeFirstAdmin, async ({ userId, sessionRef, body, request }) => {
      if (sessionRef === undefined) throw appError('auth.unauthorized', { userId });
      const input = { token: body.token, userId, sessionRef, visitorIp: request.ip };
      await becomeFirstAdmin(input, deps).catch((error: unknown) => {
        if (error instanceof AppError)
          deps.security.record({
            event: 'admin-granted',
            outcome: 'failure',
            reason: 'link',
            userId,
            network: request.ip,
          });
        throw error;
      });
      return { message: 'You are an administrator now' };
    }),
  ];
}
