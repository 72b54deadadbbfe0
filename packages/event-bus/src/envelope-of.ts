import { decodeEnvelope, type Envelope } from '@earshot/proto/events';
import type { BusRecord } from './event-bus.ts';

const decoded = new WeakMap<BusRecord, Envelope>();

/**
 * Returns the event in a record, decoded once for its handler, the log and the trace. Throws when the bytes are not an
 * event.
 */
export function envelopeOf(record: BusRecord): Envelope {
  const known = decoded.get(record);
  if (known !== undefined) return known;
  const envelope = decodeEnvelope(record.value);
  decoded.set(record, envelope);
  return envelope;
}
