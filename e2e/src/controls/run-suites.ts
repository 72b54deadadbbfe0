import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

/** The results of one suite. */
export interface SuiteResult {
  /** From the root of the repository. */
  readonly suite: string;
  readonly passed: number;
  /** The names of the tests that failed. */
  readonly failed: readonly string[];
  /** Why the file could not be loaded, if it could not. */
  readonly notLoaded: string | undefined;
}

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** Most milliseconds for one test. Without its control, a test may wait for something that never happens. */
const testTimeoutMs = 60_000;

/** Runs suites of the working copy in one Jest process. Resolves with null if it does not end in time. */
export async function runSuites(
  folder: string,
  suites: readonly string[],
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<SuiteResult[] | null> {
  const file = join(folder, '.cache/controls.json');
  rmSync(file, { force: true });
  const node = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules'];
  // A test that fails, as these do on purpose, may leave something open.
  const jest = ['node_modules/jest/bin/jest.js', '--forceExit', '--runInBand', '--json', `--outputFile=${file}`];
  const limits = [`--testTimeout=${testTimeoutMs}`];
  const { TEST_SERIES: _long, ...env } = process.env;
  const child = spawn(process.execPath, [...node, ...jest, ...limits, '--runTestsByPath', ...suites], {
    cwd: folder,
    stdio: 'ignore',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    env: { ...env, NODE_COMPILE_CACHE: join(folder, '.cache/compiled') },
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return code === null ? null : resultsIn(folder, file);
}

function resultsIn(folder: string, file: string): SuiteResult[] {
  return report.parse(JSON.parse(readFileSync(file, 'utf8'))).testResults.map((result) => {
    const named = (status: string) => result.assertionResults.filter((one) => one.status === status);
    const failed = named('failed').map(({ fullName }) => fullName);
    const isLoaded = result.status === 'passed' || failed.length > 0;
    return {
      suite: relative(folder, result.name),
      passed: named('passed').length,
      failed,
      notLoaded: isLoaded ? undefined : result.message,
    };
  });
}
