import type { Envelope } from '@earshot/proto/events';
import { decodeEnvelope } from '@earshot/proto/events';
import type { BusRecord } from './event-bus.ts';

const decoded = new WeakMap<BusRecord, Envelope>();

/** The event that a record carries, decoded once for its handler, the log and the trace. Throws where its bytes are none. */
export function envelopeOf(record: BusRecord): Envelope {
  const known = decoded.get(record);
  if (known !== undefined) return known;
  const envelope = decodeEnvelope(record.value);
  decoded.set(record, envelope);
  return envelope;
}
