export type FieldValue = string | number | boolean;
/** The values of a form by field. All are primitives, so `===` detects a change. */
export type FormValues = Readonly<Record<string, FieldValue>>;

/** A user's edits: the values that were edited and the values before. Unchanged fields follow the saved values. */
export interface Edits<V> {
  readonly base: V;
  readonly values: V;
}

/** Names of the fields in which two versions of a form differ. */
export function differing(one: FormValues, other: FormValues): string[] {
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}

/** The edited fields alone, with their new values. */
export function changeIn<V extends FormValues>({ base, values }: Edits<V>): Partial<V> {
  return differing(values, base).reduce<Partial<V>>((change, name) => ({ ...change, [name]: values[name] }), {});
}

/** The saved values with the user's edits applied. */
export function withEdits<V extends FormValues>(saved: V, edits: Edits<V> | null): V {
  return edits === null ? saved : { ...saved, ...changeIn(edits) };
}

/** Fields that the user edited and that were saved with a different value elsewhere since. */
export function overtakenBy(saved: FormValues, edits: Edits<FormValues> | null): string[] {
  if (edits === null) return [];
  return differing(edits.values, edits.base).filter(
    (name) => saved[name] !== edits.base[name] && saved[name] !== edits.values[name],
  );
}

/** The edits that remain after `sent` was saved as `saved`: changes made during the save; null if there are none. */
export function editsSince<V extends FormValues>(current: V, sent: V, saved: V): Edits<V> | null {
  const names = differing(current, sent);
  if (names.length === 0) return null;
  return { base: saved, values: names.reduce<V>((values, name) => ({ ...values, [name]: current[name] }), saved) };
}
