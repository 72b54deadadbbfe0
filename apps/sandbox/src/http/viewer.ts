import { type InternalTokens, sandboxTarget, tokenHeader } from '@earshot/service-kit';
import type { Request } from 'express';
import { createHash } from 'node:crypto';

/**
 * Who asks for a page. An `operator` has the private key of the sandbox (`src/cli/mails.ts`). A user is known by a digest of the
 * id, because the site's texts stay when the account is deleted.
 */
export type Viewer = { readonly kind: 'user'; readonly ref: string } | { readonly kind: 'operator' };

/** Returns a function that finds out who asks, from the internal token; null without a valid one. */
export function viewers({ verify }: Pick<InternalTokens, 'verify'>): (request: Request) => Viewer | null {
  return (request) => {
    const token = request.get(tokenHeader);
    const verified = token === undefined ? null : verify(token, sandboxTarget.contract);
    if (verified?.issuer === 'gateway') return { kind: 'user', ref: digestOf(verified.userId) };
    return verified?.issuer === 'sandbox' ? { kind: 'operator' } : null;
  };
}

function digestOf(userId: string): string {
  return createHash('sha256').update(userId).digest('base64url');
}
