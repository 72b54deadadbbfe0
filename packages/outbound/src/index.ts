export type { AllowedOutside } from './allowed.ts';
export { allowedOutside } from './allowed.ts';
export type { Fetcher, Outbound, OutboundAnswer, OutboundRequest, Resolver } from './outbound.ts';
export { openOutbound } from './outbound.ts';
export type { RefusalReason } from './outbound-error.ts';
export { OutboundError } from './outbound-error.ts';
export type { OutboundSocket, SocketOpener, SocketRequest } from './socket.ts';
export { HandshakeRefused } from './socket.ts';
