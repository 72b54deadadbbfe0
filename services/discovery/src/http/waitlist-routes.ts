import { publicRoute, type RateLimiter, type Route, route } from '@earshot/service-kit';
import { discoveryContract } from '@earshot/proto/http';
import { joinWaitlist, type WaitlistRepository } from '../domain/waitlist.ts';

export function waitlistRoutes(deps: {
  waitlist: WaitlistRepository;
  /** A rate limit per IP address. It is checked first, because answers show whether an address is on the list. */
  limit: RateLimiter;
  newId: () => string;
  now: () => Date;
}): Route[] {
  return [
    publicRoute(discoveryContract.joinWaitlist, async ({ body, request }) => {
      await deps.limit.take(request.ip);
      const { createdAt, ...place } = await joinWaitlist(body, deps);
      return { ...place, createdAt: createdAt.toISOString() };
    }),
  ];
}

/** Only for the auth service, which knows the owner of the address. */
export function forgetAddressRoute(waitlist: Pick<WaitlistRepository, 'remove'>): Route {
  return route(discoveryContract.forgetAddress, async ({ body }) => {
    await waitlist.remove(body.email);
    return undefined;
  });
}
