import { z } from 'zod';

/** Names and values as in the environment. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** An empty setting counts as unset, as in shells and compose files. */
export function withoutEmpty(settings: Settings): Record<string, string> {
  const entries = Object.entries(settings);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
}

/** Returns one line per wrong or missing setting; empty when all are valid. */
export function settingsProblems(schema: z.ZodType, settings: Settings): string[] {
  const parsed = schema.safeParse(settings);
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
}

/**
 * Parses the settings. Throws an Error that names every wrong setting at once; `who` names the program in its message.
 */
export function parseSettings<S extends z.ZodType>(who: string, schema: S, settings: Settings): z.output<S> {
  const parsed = schema.safeParse(settings);
  if (parsed.success) return parsed.data;
  throw new Error(`${who} cannot start with these settings: ${settingsProblems(schema, settings).join('; ')}`);
}

/** A setting that must not be empty. The error for a missing one explains its purpose. */
export function required(what: string) {
  return z.string({ error: `is missing: ${what}` }).min(1, `is missing: ${what}`);
}

/** A TCP port number from the environment. With `lowest` 0, the system may choose a free port. */
export function portNumber(lowest: 0 | 1, text = z.string()) {
  const what = 'must be a port number';
  const range = z.number({ error: what }).int(what).min(lowest, what).max(65_535, `${what}, 65535 at most`);
  return text.transform(Number).pipe(range);
}
