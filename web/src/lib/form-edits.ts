export type FieldValue = string | number | boolean;
/** The values of a form by field; each is plain, so that `===` tells whether it changed. */
export type FormValues = Readonly<Record<string, FieldValue>>;

/** What a user made of a form, and what it was made of: fields that were not touched follow what is saved. */
export interface Edits<V> {
  readonly base: V;
  readonly values: V;
}

/** Names of the fields in which two versions of a form differ. */
export function differing(one: FormValues, other: FormValues): string[] {
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}

/** What is saved now, with the touched fields as the user has them. */
export function withEdits<V extends FormValues>(saved: V, edits: Edits<V> | null): V {
  if (edits === null) return saved;
  return differing(edits.values, edits.base).reduce<V>(
    (merged, name) => ({ ...merged, [name]: edits.values[name] }),
    saved,
  );
}

/** Fields that the user touched and that somebody else saved otherwise since. */
export function overtakenBy(saved: FormValues, edits: Edits<FormValues> | null): string[] {
  if (edits === null) return [];
  return differing(edits.values, edits.base).filter(
    (name) => saved[name] !== edits.base[name] && saved[name] !== edits.values[name],
  );
}

/** What is left to save once `sent` became `saved`: what the form says otherwise by now; null when that is nothing. */
export function editsSince<V extends FormValues>(current: V, sent: V, saved: V): Edits<V> | null {
  const names = differing(current, sent);
  if (names.length === 0) return null;
  return { base: saved, values: names.reduce<V>((values, name) => ({ ...values, [name]: current[name] }), saved) };
}
