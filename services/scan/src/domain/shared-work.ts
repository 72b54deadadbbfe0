/** Does one piece of work for all who ask for the same key meanwhile; it is given up when the last of them leaves. */
export type SharedWork<T> = (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** One at a time for each key. A caller's own `signal` ends its own waiting. */
export function sharedWork<T>(): SharedWork<T> {
  const underWay = new Map<string, { readonly result: Promise<T>; readonly stop: AbortController; waiting: number }>();
  return async (key, signal, work) => {
    signal.throwIfAborted();
    let shared = underWay.get(key);
    if (shared === undefined) {
      const stop = new AbortController();
      const result = work(stop.signal);
      // Given up and begun anew, it is not this one's any more.
      const forget = () => underWay.get(key)?.result === result && underWay.delete(key);
      result.then(forget, forget);
      shared = { result, stop, waiting: 0 };
      underWay.set(key, shared);
    }
    shared.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        // Nobody who comes now may join what is given up.
        if (underWay.get(key) === shared) underWay.delete(key);
        shared.stop.abort();
      }
    }
  };
}
