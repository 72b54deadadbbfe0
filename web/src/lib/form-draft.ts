import type { Edits, FormValues } from './form-edits.ts';
import { keptTexts } from './kept-texts.ts';

/** Unsaved edits of a form survive a reload and the end of a session: in this tab, and for their own user alone. */
export interface FormDraft<V> {
  read(): Edits<V> | null;
  write(edits: Edits<V> | null): void;
}

/** What was kept is taken only if it still is `like` the form: another version's is as if nothing had been kept. */
export function formDraft<V extends FormValues>(name: string, userId: string, like: V): FormDraft<V> {
  const key = `form:${name}:${userId}`;
  return {
    read: () => {
      const kept = parsed(keptTexts.read(key) ?? 'null');
      return isEdits(kept, like) ? kept : null;
    },
    write: (edits) => keptTexts.keep(key, edits && JSON.stringify(edits)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isEdits<V extends FormValues>(kept: unknown, like: V): kept is Edits<V> {
  if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('values' in kept)) return false;
  return isLike(kept.base, like) && isLike(kept.values, like);
}

/** The same fields with the same kinds of values. */
function isLike<V extends FormValues>(value: unknown, like: V): value is V {
  if (typeof value !== 'object' || value === null) return false;
  const found = new Map<string, unknown>(Object.entries(value));
  return Object.entries(like).every(([name, one]) => typeof found.get(name) === typeof one);
}
