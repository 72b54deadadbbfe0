import { z } from 'zod';

/** Names and values as in the environment. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** A setting that is set to nothing counts as not set, as shells and compose files mean it. */
export function withoutEmpty(settings: Settings): Record<string, string> {
  const entries = Object.entries(settings);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
}

/** One line a wrong or missing setting; empty when all is well. */
export function settingsProblems(schema: z.ZodType, settings: Settings): string[] {
  const parsed = schema.safeParse(settings);
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
}

/** The parsed settings; throws an Error that names every wrong one at once, `who` being who cannot start. */
export function parseSettings<S extends z.ZodType>(who: string, schema: S, settings: Settings): z.output<S> {
  const parsed = schema.safeParse(settings);
  if (parsed.success) return parsed.data;
  throw new Error(`${who} cannot start with these settings: ${settingsProblems(schema, settings).join('; ')}`);
}

/** A text that must be set; what is missing is named with what it is for. */
export function required(what: string) {
  return z.string({ error: `is missing: ${what}` }).min(1, `is missing: ${what}`);
}

/** A number of a TCP port from the environment; `lowest` 0 lets the system choose a free one. */
export function portNumber(lowest: 0 | 1, text = z.string()) {
  const what = 'must be a port number';
  const range = z.number({ error: what }).int(what).min(lowest, what).max(65_535, `${what}, 65535 at most`);
  return text.transform(Number).pipe(range);
}
