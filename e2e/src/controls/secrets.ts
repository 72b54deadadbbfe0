import type { Control } from './control.ts';

const securityLog = ['packages/service-kit/test/security-log.unit.test.ts'];
const recorder = 'packages/service-kit/src/security/security-recorder.ts';
const log = 'packages/core/src/log.ts';
const logUnit = ['packages/core/test/log.unit.test.ts'];
const vault = 'packages/service-kit/src/vault/vault.ts';
const vaultUnit = ['packages/service-kit/test/vault.unit.test.ts'];
const forgetting = ['packages/service-kit/test/forgetting.service.test.ts'];

/** What is kept secret, what is recorded, and what a deletion removes. */
export const secretControls: readonly Control[] = [
  {
    name: 'tokens of linked accounts are sealed',
    file: 'services/outreach/src/store/linked-account-store.ts',
    find: "accessToken: vault.seal(accessToken, tokenPurpose(id, 'accessToken')),",
    replace: 'accessToken,',
    suites: ['services/outreach/test/linking.service.test.ts'],
  },
  {
    name: 'a sealed text opens for its purpose only',
    file: vault,
    find: 'return Buffer.from(JSON.stringify([keyId, purpose]));',
    replace: "return Buffer.from(JSON.stringify([keyId, purpose === '']));",
    suites: vaultUnit,
  },
  {
    name: 'the files of the sealing keys are for their owner only',
    file: 'packages/service-kit/src/vault/sealing-keys.ts',
    find: '{ mode: 0o600 }',
    replace: '{ mode: 0o644 }',
    suites: vaultUnit,
  },
  {
    name: 'a line of the security log is written before the work continues',
    file: log,
    find: 'pino.destination({ dest: 1, sync: true })',
    replace: 'pino.destination({ dest: 1, sync: false, minLength: 65536 })',
    suites: securityLog,
  },
  {
    name: 'the security log is written at every log level',
    file: recorder,
    find: "level: 'info', stream: synchronousOutput()",
    replace: "level: process.env['LOG_LEVEL'] ?? 'silent', stream: synchronousOutput()",
    suites: securityLog,
  },
  {
    name: 'the security log names an account only by a keyed hash',
    file: recorder,
    find: "account: userId === undefined ? undefined : createHmac('sha256', key).update(userId).digest('base64url'),",
    replace: 'account: key.length === 0 ? undefined : userId,',
    suites: securityLog,
  },
  {
    name: 'the stored event of a deletion names nobody',
    file: recorder,
    find: 'const anonymous = factsOf(record.event).anonymous === true;',
    replace: "const anonymous = factsOf(record.event).anonymous === undefined && record.event === 'account-deleted';",
    suites: securityLog,
  },
  {
    name: 'a flood of refused calls is stored as a bounded number of events',
    file: 'packages/service-kit/src/security/stored-events.ts',
    find: "if (userId !== '' || this.#networks < mostNetworks) return network;",
    replace: 'return network;',
    suites: securityLog,
  },
  {
    name: 'failed attempts are recorded',
    file: 'packages/service-kit/src/security/security-log.ts',
    find: 'if (error instanceof AppError && isFailure(error.code)) {',
    replace: 'if (error instanceof AppError && isFailure(error.code) && network === undefined) {',
    suites: securityLog,
  },
  {
    name: 'refused internal tokens are recorded',
    file: 'packages/service-kit/src/http/serve-routes.ts',
    find: "security.record({ event: 'internal-token', outcome: 'refused', reason, userId: verified?.userId, network });",
    replace: 'void [security, network];',
    suites: ['services/auth/test/security-events.service.test.ts'],
  },
  {
    name: 'secrets and addresses are redacted from the log',
    file: log,
    find: "redact: { paths, censor: '[redacted]' },",
    replace: '',
    suites: logUnit,
  },
  {
    name: 'the log contains no documents that a failed write carried',
    file: log,
    find: 'serializers: { err: errorFacts },',
    replace: '',
    suites: logUnit,
  },
  {
    name: 'an export contains no secrets',
    file: 'packages/service-kit/src/run/own-data.ts',
    find: 'const projection = Object.fromEntries(omit.map((field) => [field, 0]));',
    replace: 'const projection = Object.fromEntries(omit.slice(0, 2).map((field) => [field, 0]));',
    suites: ['e2e/test/account-export.journey.test.ts'],
  },
  {
    name: 'a deletion removes the documents of the user',
    file: 'packages/service-kit/src/forget/personal-data.ts',
    find: 'await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });',
    replace: 'break;',
    suites: forgetting,
  },
  {
    name: 'a deletion removes the security events of the user',
    file: 'services/auth/src/own-data.ts',
    find: 'mail_links: { personal: true, exported: false },',
    replace:
      "mail_links: { personal: true, exported: false },\n  security_events: { personal: false, because: 'a test' },",
    suites: ['services/auth/test/security-events.service.test.ts'],
  },
  {
    name: 'late events bring no data of a deleted user back',
    file: 'packages/service-kit/src/run/forgetting.ts',
    find: [
      'const kept = received.filter(({ userId, deletes }) => deletes || !gone.has(userId));',
      '    if (kept.length === 0) return;',
      '    try {',
      '      await handle(kept.map(({ delivery }) => delivery));',
      '    } finally {',
      '      for (const userId of await steps.among(users)) await steps.remove(userId);',
      '    }',
    ].join('\n'),
    replace: 'await handle(received.map(({ delivery }) => delivery));',
    suites: forgetting,
  },
  {
    name: 'a deleted user may not call any more',
    file: 'packages/service-kit/src/run/forgetting.ts',
    find: "if (!(await none(caller))) throw appError('auth.unauthorized');",
    replace: '',
    suites: forgetting,
  },
];
