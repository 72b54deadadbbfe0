import type { ServiceName } from '@earshot/proto/values';
import type { InternalTokens, TokenFacts } from './internal-tokens.ts';
import { visitTarget } from './token-targets.ts';

/** The subject of a visit's token: it names no user, because the visitor may have no account. */
const anyVisitor: TokenFacts = { userId: 'visitor', admin: false };

/** Signs the gateway's headers about a request to a service. */
export function visitToken(tokens: Pick<InternalTokens, 'sign'>, service: ServiceName): string {
  return tokens.sign(visitTarget(service), anyVisitor);
}
