export interface ToastAction {
  /** The label of the button, such as 'Undo'. */
  readonly label: string;
  /** Describes another way to do it, for screen reader users who cannot reach the button in time. */
  readonly altText: string;
  readonly run: () => void;
}

export type ToastKind = 'plain' | 'success' | 'warning' | 'destructive';

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  readonly kind?: ToastKind;
  /** Defaults to 5000. */
  readonly durationMs?: number;
  /** Identifies the news if two sources may report it. */
  readonly subject?: string;
  /** Do not show the toast if one with the same subject was shown before. */
  readonly onlyIfNew?: boolean;
  /** One action for the toast, which closes afterwards. */
  readonly action?: ToastAction;
  /** Unsolicited news: it waits while the shown toast offers an action or is newer than `momentMs`. */
  readonly waits?: boolean;
}

export interface ShownToast extends ToastContent {
  readonly id: number;
  /** True if it replaced another toast, so that it does not slide in again. */
  readonly replaced: boolean;
}

/** Holds the only visible toast; a new one replaces it. */
export interface Toaster {
  show(content: ToastContent): void;
  dismiss(id: number): void;
  current(): ShownToast | null;
  /** Whether a toast with this subject is shown or waiting. */
  isShowing(subject: string): boolean;
  /** Drops the waiting toast with this subject, because later news replaces it. */
  forget(subject: string): void;
  subscribe(listener: () => void): () => void;
}

/** Time in ms to read the result of the user's last action. */
export const momentMs = 2000;

export function createToaster(): Toaster {
  let shown: ShownToast | null = null;
  let waiting: ToastContent | null = null;
  let isFresh = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextId = 1;
  const knownSubjects = new Set<string>();
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
      if (subject !== undefined && onlyIfNew && knownSubjects.has(subject)) return;
      if (subject !== undefined) knownSubjects.add(subject);
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
    isShowing: (subject) => shown?.subject === subject || waiting?.subject === subject,
    forget: (subject) => {
      if (waiting?.subject === subject) waiting = null;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Removes the shown toast if it reports an error: a later success has made it untrue. */
export function dismissError(toaster: Pick<Toaster, 'current' | 'dismiss'>): void {
  const shown = toaster.current();
  if (shown?.kind === 'destructive') toaster.dismiss(shown.id);
}
