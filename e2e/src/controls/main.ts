import { fileURLToPath } from 'node:url';
import type { Control } from './control.ts';
import { runSuites } from './run-suites.ts';
import { controls } from './table.ts';
import { verdictOf } from './verdict.ts';
import { workingCopy } from './working-copy.ts';

/** Most milliseconds for the suites of one control. They take seconds. */
const timeoutMs = 5 * 60_000;
/** Most milliseconds for all suites together. */
const allTimeoutMs = 30 * 60_000;

/** Arguments choose the controls whose name or file contains one of them. */
const names = process.argv.slice(2).map((text) => text.toLowerCase());
const isWanted = ({ name, file }: Control) => names.some((text) => `${name} ${file}`.toLowerCase().includes(text));
const chosen = names.length === 0 ? controls : controls.filter(isWanted);

const copy = workingCopy(fileURLToPath(new URL('../../..', import.meta.url)));
process.once('exit', () => copy.remove());
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

process.exitCode = (await suitesPass()) && (await allKilled()) ? 0 : 1;

/** A suite that fails anyway would prove nothing. */
async function suitesPass(): Promise<boolean> {
  const suites = [...new Set(chosen.flatMap((control) => control.suites))];
  console.log(`${suites.length} suites with all controls`);
  const results = await runSuites(copy.folder, suites, { timeoutMs: allTimeoutMs });
  const failures = suites.filter((suite) => {
    const result = results?.find((one) => one.suite === suite);
    return result === undefined || result.notLoaded !== undefined || result.failed.length > 0 || result.passed === 0;
  });
  for (const suite of failures) console.log(`${suite} does not pass even with all controls`);
  return failures.length === 0;
}

async function allKilled(): Promise<boolean> {
  const startedAt = performance.now();
  let killed = 0;
  for (const control of chosen) {
    const work = () => runSuites(copy.folder, control.suites, { timeoutMs });
    const verdict = verdictOf(control.suites, await copy.without(control, work));
    if (verdict.isKilled) killed += 1;
    console.log(`${control.name}: ${verdict.line}`);
  }
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`${killed} of ${chosen.length} controls killed in ${minutes} minutes`);
  return chosen.length > 0 && killed === chosen.length;
}
