export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  readonly kind?: 'plain' | 'success' | 'destructive';
  /** 5000 when absent. */
  readonly durationMs?: number;
  /** What it is about, when two sources may tell the same news. */
  readonly subject?: string;
  /** Do not show it if a toast about the same subject was shown before. */
  readonly onlyIfNew?: boolean;
}

export interface ShownToast extends ToastContent {
  readonly id: number;
  /** True when it took the place of another one, so that it does not slide in again. */
  readonly replaced: boolean;
}

/** Holds the one toast that may be visible; a new one takes the place of the old. */
export interface Toaster {
  show(content: ToastContent): void;
  dismiss(id: number): void;
  current(): ShownToast | null;
  subscribe(listener: () => void): () => void;
}

export function createToaster(): Toaster {
  let shown: ShownToast | null = null;
  let nextId = 1;
  const told = new Set<string>();
  const listeners = new Set<() => void>();
  const set = (toast: ShownToast | null) => {
    shown = toast;
    for (const listener of listeners) listener();
  };
  return {
    show: (content) => {
      const { subject, onlyIfNew = false } = content;
      if (subject !== undefined && onlyIfNew && told.has(subject)) return;
      if (subject !== undefined) told.add(subject);
      set({ ...content, id: nextId++, replaced: shown !== null });
    },
    dismiss: (id) => {
      if (shown?.id === id) set(null);
    },
    current: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
