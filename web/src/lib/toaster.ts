export interface ToastAction {
  /** What the button says: 'Undo'. */
  readonly label: string;
  /** What it does, for readers that cannot reach it in time. */
  readonly altText: string;
  readonly run: () => void;
}

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
  /** One thing that may be done about it; the toast goes once it was. */
  readonly action?: ToastAction;
  /** News that nobody asked for: it waits while a toast offers an action or has not stood for a moment. */
  readonly waits?: boolean;
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
  /** Whether a toast about this stands or waits. */
  isTelling(subject: string): boolean;
  /** What waits about this is not shown any more: other news has overtaken it. */
  forget(subject: string): void;
  subscribe(listener: () => void): () => void;
}

/** Long enough to read what an action of one's own came to. */
export const momentMs = 2000;

export function createToaster(): Toaster {
  let shown: ShownToast | null = null;
  let waiting: ToastContent | null = null;
  let isFresh = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextId = 1;
  const told = new Set<string>();
  const listeners = new Set<() => void>();
  const grow = () => {
    isFresh = false;
    release();
  };
  const set = (toast: ShownToast | null) => {
    shown = toast;
    clearTimeout(timer);
    isFresh = toast !== null && toast.waits !== true;
    if (isFresh) timer = setTimeout(grow, momentMs);
    for (const listener of listeners) listener();
  };
  const put = (content: ToastContent) => set({ ...content, id: nextId++, replaced: shown !== null });
  const release = () => {
    if (waiting === null || isFresh || shown?.action !== undefined) return;
    put(waiting);
    waiting = null;
  };
  return {
    show: (content) => {
      const { subject, onlyIfNew = false, waits = false } = content;
      if (subject !== undefined && onlyIfNew && told.has(subject)) return;
      if (subject !== undefined) told.add(subject);
      if (!waits) return put(content);
      waiting = content;
      release();
    },
    dismiss: (id) => {
      if (shown?.id !== id) return;
      set(null);
      release();
    },
    current: () => shown,
    isTelling: (subject) => shown?.subject === subject || waiting?.subject === subject,
    forget: (subject) => {
      if (waiting?.subject === subject) waiting = null;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
