import { expect, it } from '@jest/globals';
import { createLogger } from '../src/log.ts';
import { withTrace } from '../src/trace.ts';

function lines() {
  const written: string[] = [];
  const log = createLogger({
    name: 'lead',
    level: 'info',
    stream: { write: (line: string) => void written.push(line) },
  });
  return { log, written };
}

it('redacts secrets and addresses at any depth', () => {
  const { log, written } = lines();
  const secret = 'do-not-log-me';
  log.info({ password: secret, user: { email: secret, passwordHash: secret }, call: { options: { apiKey: secret } } });
  log.info({ req: { headers: { cookie: secret, authorization: secret } } });
  expect(written.join('')).not.toContain(secret);
  expect(written.join('')).toContain('[redacted]');
});

it('adds the ids of the current request or event', () => {
  const { log, written } = lines();
  withTrace({ correlationId: 'request-1', causationId: 'event-2' }, () => log.info('hello'));
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    service: 'lead',
    correlationId: 'request-1',
    causationId: 'event-2',
  });
});

it('logs type, message and stack of an error, but not its attached documents', () => {
  const { log, written } = lines();
  const err = Object.assign(new Error('not written'), { code: 91, insertedDocs: [{ businessDescription: 'private' }] });
  log.error({ err }, 'unexpected error');
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ err: { type: 'Error', message: 'not written', code: 91 } });
  expect(written[0]).toContain('log.unit.test.ts');
  expect(written[0]).not.toContain('private');
});

it('writes one line for each record, with its time in UTC, whatever text it contains', () => {
  const { log, written } = lines();
  const forged = 'text\r\n{"level":30,"msg":"forged"}\u2028\u001b[31m';
  log.warn({ route: forged }, forged);
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^[^\r\n\u001b]+\n$/);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    msg: forged,
    route: forged,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});
