const prefix = 'earshot:';
/** A fallback if the browser's storage is blocked or full: the texts then last until the page is closed. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Texts that a user does not want to lose in a reload. Stored for the tab and deleted when the user signs out. */
export const keptTexts = {
  read(key: string): string | null {
    return texts.get(key) ?? storage()?.getItem(prefix + key) ?? null;
  },

  /** Null removes the text. */
  keep(key: string, text: string | null): void {
    if (text === null) texts.delete(key);
    else texts.set(key, text);
    try {
      if (text === null) storage()?.removeItem(prefix + key);
      else storage()?.setItem(prefix + key, text);
    } catch {
      // The storage is full; the text is still in memory.
    }
    notifyListeners();
  },

  /** The user signed out or deleted the account: the next user of this browser must not find anything that was written. */
  forgetAll(): void {
    texts.clear();
    const store = storage();
    for (const key of Object.keys(store ?? {})) if (key.startsWith(prefix)) store?.removeItem(key);
    notifyListeners();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
