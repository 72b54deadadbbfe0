/** A security control, and the patch that switches it off. */
export interface Control {
  /** What the control ensures. Unique. */
  readonly name: string;
  /** The file to patch, from the root of the repository. */
  readonly file: string;
  /** A text that occurs exactly once in the file. */
  readonly find: string;
  /** The text that takes its place. */
  readonly replace: string;
  /** The cheapest test suites that show the control, from the root. In each, at least one test must fail. */
  readonly suites: readonly string[];
}

/** The file without the control. Throws an Error that names the control if the text is not there exactly once. */
export function switchedOff({ name, file, find, replace }: Control, source: string): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = after === undefined ? 0 : more.length + 1;
    throw new Error(`control "${name}": the text to replace occurs ${count} times in ${file}, not once`);
  }
  return before + replace + after;
}
