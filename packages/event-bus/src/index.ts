export type { Batches, Consumption, Handlers } from './consume.ts';
export { consume } from './consume.ts';
export { envelopeOf } from './envelope-of.ts';
export type { BusRecord, DeadLetter, Delivery, EventBus, RetryPolicy, Subscription } from './event-bus.ts';
export { RecordRefusedError } from './event-bus.ts';
export { underCauseOf } from './event-tracing.ts';
export type { EventFacts, EventOf, OutgoingEvent } from './events.ts';
export { eventFactory } from './events.ts';
export { OutageError } from './outage.ts';
