import type { Clock } from '@earshot/core';
import { fileAnswer, publicRoute, type Route } from '@earshot/service-kit';
import { gatewayContract } from '@earshot/proto/http';
import { securityTxt } from '../domain/security-txt.ts';

interface Options {
  readonly contact: string;
  readonly url: string | undefined;
}

/** Tells finders of a vulnerability where to report it. */
export function securityTxtRoute({ contact, url }: Options, { clock }: { readonly clock: Clock }): Route {
  return publicRoute(gatewayContract.securityTxt, async () =>
    fileAnswer(securityTxt({ contact, url, now: clock.now() })),
  );
}
