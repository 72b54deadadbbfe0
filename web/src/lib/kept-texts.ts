const prefix = 'earshot:';
/** Also where the browser's storage is forbidden or full: then texts are kept while the page lives. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Texts that a person would not like to lose by a reload. They belong to the tab and go with the session. */
export const keptTexts = {
  read(key: string): string | null {
    return texts.get(key) ?? storage()?.getItem(prefix + key) ?? null;
  },

  /** Null takes it away. */
  keep(key: string, text: string | null): void {
    if (text === null) texts.delete(key);
    else texts.set(key, text);
    try {
      if (text === null) storage()?.removeItem(prefix + key);
      else storage()?.setItem(prefix + key, text);
    } catch {
      // It is full: the page still has the text.
    }
    tell();
  },

  /** The session ended by its user's wish: nothing that was written may be found by who comes next. */
  forgetAll(): void {
    texts.clear();
    const kept = storage();
    for (const key of Object.keys(kept ?? {})) if (key.startsWith(prefix)) kept?.removeItem(key);
    tell();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
