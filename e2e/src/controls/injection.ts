import type { Control } from './control.ts';

const injections = ['packages/scoring/test/scoring-injections.service.test.ts'];
const guard = 'packages/scoring/src/guarded-scorer.ts';

/** What texts of strangers cannot do, and what the embedded server refuses. */
export const injectionControls: readonly Control[] = [
  {
    name: 'cells of a CSV file are no formulas',
    file: 'services/lead/src/http/leads-csv.ts',
    find: "return formulaStart.test(text) ? `'${text}` : text;",
    replace: 'return text;',
    suites: ['services/lead/test/lead-export.service.test.ts'],
  },
  {
    name: 'line feeds, tabs and full-width signs are neutralised in CSV files too',
    file: 'services/lead/src/http/leads-csv.ts',
    find: String.raw`/^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/`,
    replace: String.raw`/^[=+\-@\r]/`,
    suites: ['services/lead/test/lead-export.service.test.ts'],
  },
  {
    name: 'a post that addresses the model is scored in a call of its own',
    file: guard,
    find: 'if (addressesModel(post) !== null) found.add(post);',
    replace: 'if (addressesModel(post) === null) continue;',
    suites: injections,
  },
  {
    name: 'a post that the model obeyed is held for people',
    file: guard,
    find: 'if (distance(judged, plain) > HELD_BEYOND) return held(judged);',
    replace: 'if (distance(judged, plain) > 100) return held(judged);',
    suites: injections,
  },
  {
    name: 'a post whose score differs much from the keyless one is scored again alone',
    file: guard,
    find: 'distance(inCompany, own) > ALONE_BEYOND',
    replace: 'distance(inCompany, own) > 100',
    suites: injections,
  },
  {
    name: 'the embedded server binds values instead of writing them into SQL',
    file: 'packages/embedded-mongo/src/query/atoms.ts',
    find: "return { sql: `${column} = ?`, values: [encodeKey(argument)], exact: true, shape: 'equal' };",
    replace: "return { sql: `${column} = '${encodeKey(argument)}'`, values: [], exact: true, shape: 'equal' };",
    suites: ['packages/embedded-mongo/test/documents-injection.service.test.ts'],
  },
  {
    name: 'the embedded server runs no JavaScript of a query',
    file: 'packages/embedded-mongo/src/match/compile.ts',
    find: "case '$where':",
    replace: "case '$where': return () => true; case '$never':",
    suites: ['packages/embedded-mongo/test/documents-embedded-refusals.service.test.ts'],
  },
  {
    name: 'the socket of the embedded server is for its owner only',
    file: 'packages/embedded-mongo/src/server.ts',
    find: 'chmodSync(path, 0o600);',
    replace: 'chmodSync(path, 0o666);',
    suites: ['packages/embedded-mongo/test/documents-embedded-life.service.test.ts'],
  },
  {
    name: 'requests to a source follow no redirect',
    file: 'packages/sources/src/site-request.ts',
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
    suites: ['packages/sources/test/site-request.service.test.ts'],
  },
  {
    name: 'an answer of a third party has a limited size',
    file: 'packages/core/src/bounded-answer.ts',
    find: 'if (bytes > maxBytes) controller.error(new AnswerTooLarge());',
    replace: 'if (bytes < 0) controller.error(new AnswerTooLarge());',
    suites: ['packages/sources/test/site-request.service.test.ts', 'packages/llm/test/llm-answers.service.test.ts'],
  },
  {
    name: 'started scans are limited by user',
    file: 'services/scan/src/service.ts',
    find: "rateLimiter({ kv, name: 'scan-start', points: startsAMinute,",
    replace: "rateLimiter({ kv, name: 'scan-start', points: 1_000,",
    suites: ['services/scan/test/scan-service.service.test.ts'],
  },
  {
    name: 'communities are limited by user',
    file: 'services/lead/src/domain/community.ts',
    find: 'const mostCommunities = 200;',
    replace: 'const mostCommunities = 2_000;',
    suites: ['services/lead/test/community-check.service.test.ts'],
  },
];
