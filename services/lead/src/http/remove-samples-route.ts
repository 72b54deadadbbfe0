import { leadContract } from '@earshot/proto/http';
import { type Route, route } from '@earshot/service-kit';
import { removeSamples, type SampleDependencies } from '../domain/samples.ts';

/** Removes the user's samples. `saved` is called after the writes, which carry events. */
export function removeSamplesRoute(deps: SampleDependencies & { readonly saved: () => void }): Route {
  return route(leadContract.removeSamples, async ({ userId }) => {
    await removeSamples(userId, deps);
    deps.saved();
    return undefined;
  });
}
