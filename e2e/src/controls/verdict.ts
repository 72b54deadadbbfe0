import type { SuiteResult } from './run-suites.ts';

/** Whether tests notice that a control is missing, and the line that reports it. */
export interface Verdict {
  readonly isKilled: boolean;
  readonly line: string;
}

/**
 * Judges the results of the suites without the control. A suite in which nothing passes is no proof: the patch may
 * prevent the service from starting. Neither is a suite that does not end.
 */
export function verdictOf(suites: readonly string[], results: readonly SuiteResult[] | null): Verdict {
  if (results === null) return survived('the suites did not end in time');
  const problems = suites.flatMap((suite) => problemOf(suite, results));
  if (problems.length > 0) return survived(problems.join('; '));
  return { isKilled: true, line: `killed by ${suites.map((suite) => firstFailure(suite, results)).join(' and ')}` };
}

function survived(reason: string): Verdict {
  return { isKilled: false, line: `SURVIVED: ${reason}` };
}

function problemOf(suite: string, results: readonly SuiteResult[]): string[] {
  const result = results.find((one) => one.suite === suite);
  if (result === undefined) return [`${suite} did not run`];
  if (result.notLoaded !== undefined) return [`${suite} could not be loaded: ${result.notLoaded.trim()}`];
  if (result.failed.length === 0) return [`every test of ${suite} passed`];
  return result.passed === 0 ? [`every test of ${suite} failed, so the patch breaks more than the control`] : [];
}

function firstFailure(suite: string, results: readonly SuiteResult[]): string {
  const [first = '', ...more] = results.find((one) => one.suite === suite)?.failed ?? [];
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  // Names of table tests can contain whole errors.
  return `"${first.split('\n')[0]}"${others} (${suite})`;
}
