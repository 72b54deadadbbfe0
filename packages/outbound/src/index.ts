export type { AllowedOutside } from './allowed.ts';
export { allowedOutside } from './allowed.ts';
export type { Fetcher, Outbound, OutboundAnswer, OutboundRequest, RefusalReason, Resolver } from './outbound.ts';
export { OutboundError, openOutbound } from './outbound.ts';
