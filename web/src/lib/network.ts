import { useEffect, useRef, useSyncExternalStore } from 'react';

const probeEveryMs = 3000;

export interface NetworkDeps {
  /** Whether there is any answer. */
  readonly probe: () => Promise<boolean>;
}

/**
 * Whether Earshot can be reached. Failed calls and the browser's online and offline events only trigger a check. A browser knows
 * whether there is a network, not whether a server answers, and reports offline on a machine without a network even if
 * Earshot runs on that machine.
 */
export interface Network {
  readonly isOnline: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** A call got no answer. A single call may fail for other reasons, so this triggers a check. */
  readonly failed: () => void;
  readonly answered: () => void;
  /** The browser reported online or offline, which triggers a check at once. */
  readonly browserChanged: () => void;
}

/** Polls while Earshot cannot be reached, so that recovery is noticed without user action. */
export function createNetwork({ probe }: NetworkDeps): Network {
  let reachable = true;
  let probing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const notifyListeners = () => listeners.forEach((listener) => listener());
  const setReachable = (now: boolean) => {
    clearTimeout(timer);
    timer = now ? undefined : setTimeout(() => void ask(), probeEveryMs);
    if (reachable === now) return;
    reachable = now;
    notifyListeners();
  };
  const ask = async () => {
    if (probing) return;
    probing = true;
    const answers = await probe();
    probing = false;
    setReachable(answers);
  };
  return {
    isOnline: () => reachable,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    failed: () => {
      if (reachable) void ask();
    },
    answered: () => {
      if (!reachable) setReachable(true);
    },
    browserChanged: () => void ask(),
  };
}

/** Requests a small static file: any answer counts. */
export async function anythingAnswers(): Promise<boolean> {
  try {
    await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** The instance of this page. */
export const network = createNetwork({ probe: anythingAnswers });

/** Connects `network` to the browser's online and offline events; returns the function that disconnects it. */
export function watchBrowserNetwork(): () => void {
  addEventListener('online', network.browserChanged);
  addEventListener('offline', network.browserChanged);
  return () => {
    removeEventListener('online', network.browserChanged);
    removeEventListener('offline', network.browserChanged);
  };
}

/** False while Earshot cannot be reached. */
export const useOnline = (): boolean => useSyncExternalStore(network.subscribe, network.isOnline);

/** Calls back each time Earshot can be reached again after it could not. */
export function useReturn(onReturn: () => void): void {
  const isOnline = useOnline();
  const wasAway = useRef(false);
  const callback = useRef(onReturn);
  useEffect(() => {
    callback.current = onReturn;
  });
  useEffect(() => {
    if (isOnline && wasAway.current) callback.current();
    wasAway.current = !isOnline;
  }, [isOnline]);
}
