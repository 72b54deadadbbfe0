import { useSyncExternalStore } from 'react';

const probeEveryMs = 3000;

export interface NetworkDeps {
  /** Whether anything answers. */
  readonly probe: () => Promise<boolean>;
}

/**
 * Whether Earshot can be reached. Calls that nothing answered and the browser's own word only make it ask: a browser
 * knows of cables and radios, not of servers, and takes a machine without a network for offline though Earshot runs on it.
 */
export interface Network {
  readonly isOnline: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** A call got no answer. One may fail for its own reasons, so this is made sure of before it counts. */
  readonly failed: () => void;
  readonly answered: () => void;
  /** The browser said that it went offline or came back, which is made sure of at once. */
  readonly browserChanged: () => void;
}

/** Keeps asking while nothing answers, so that coming back is noticed without a touch. */
export function createNetwork({ probe }: NetworkDeps): Network {
  let reachable = true;
  let probing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  const setReachable = (now: boolean) => {
    clearTimeout(timer);
    timer = now ? undefined : setTimeout(() => void ask(), probeEveryMs);
    if (reachable === now) return;
    reachable = now;
    tell();
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

/** Asks for a small file of our own: any answer at all will do. */
export async function anythingAnswers(): Promise<boolean> {
  try {
    await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** The one of this page. */
export const network = createNetwork({ probe: anythingAnswers });

/** Has `network` hear what the browser says; gives the function that ends it. */
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
