/** The path of a Chromium, or undefined where none was found. */
export function findChromium(env?: Readonly<Record<string, string | undefined>>): string | undefined;
