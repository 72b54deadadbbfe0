import type { Edits, FormValues } from './form-edits.ts';
import { keptTexts } from './kept-texts.ts';

/** Unsaved edits of a form. They survive a reload and the end of a session, in this tab and only for the same user. */
export interface FormDraft<V> {
  read(): Edits<V> | null;
  write(edits: Edits<V> | null): void;
}

/** A stored draft is only used if it has the same fields as `like`; a draft of another app version is ignored. */
export function formDraft<V extends FormValues>(name: string, userId: string, like: V): FormDraft<V> {
  const key = `form:${name}:${userId}`;
  return {
    read: () => {
      const draft = parsed(keptTexts.read(key) ?? 'null');
      return isEdits(draft, like) ? draft : null;
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

/** Whether a value has the same fields with values of the same types. */
function isLike<V extends FormValues>(value: unknown, like: V): value is V {
  if (typeof value !== 'object' || value === null) return false;
  const found = new Map<string, unknown>(Object.entries(value));
  return Object.entries(like).every(([name, one]) => typeof found.get(name) === typeof one);
}
