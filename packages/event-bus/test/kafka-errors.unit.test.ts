import { expect, it } from '@jest/globals';
import { RecordRefusedError } from '../src/event-bus.ts';
import { whileMoving } from '../src/kafka/client.ts';
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

it('work that meets a partition without a leader is repeated, as a topic right after its creation has none', async () => {
  let tries = 0;
  const work = () => {
    tries += 1;
    return tries < 3 ? Promise.reject(answered('NOT_LEADER_FOR_PARTITION')) : Promise.resolve('published');
  };
  expect(await whileMoving(work)).toBe('published');
  expect(tries).toBe(3);
});

it('work that fails for another reason is not repeated', async () => {
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(answered('MESSAGE_TOO_LARGE'));
  };
  await expect(whileMoving(work)).rejects.toThrow('not sent');
  expect(tries).toBe(1);
});
