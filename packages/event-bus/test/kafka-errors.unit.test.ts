import { expect, it } from '@jest/globals';
import { RecordRefusedError } from '../src/event-bus.ts';
import { explained } from '../src/kafka/errors.ts';

/** An error of kafkajs about a broker's answer, as its producer wraps it. */
function answered(type: string): Error {
  const cause = Object.assign(new Error(type), { name: 'KafkaJSProtocolError', type });
  return Object.assign(new Error('not sent', { cause }), { name: 'KafkaJSNonRetriableError' });
}

it.each(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD'])(
  'a record that the broker refuses as %s is refused for good, so that the relay sets it aside',
  (type) => {
    const error = explained(answered(type), 'scan.events');
    expect(error).toBeInstanceOf(RecordRefusedError);
    expect(String(error)).toContain(`"scan.events": ${type}`);
  },
);

it('an answer that may change is not a refusal', () => {
  const error = answered('NOT_LEADER_FOR_PARTITION');
  expect(explained(error, 'scan.events')).toBe(error);
});
