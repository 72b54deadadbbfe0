/** Shares one run of `work` between concurrent callers with the same key. The run is aborted when the last caller leaves. */
export type SharedWork<T> = (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Creates a `SharedWork` that runs one `work` per key at a time. A caller's `signal` only ends that caller's wait. */
export function sharedWork<T>(): SharedWork<T> {
  const underWay = new Map<string, { readonly result: Promise<T>; readonly stop: AbortController; waiting: number }>();
  return async (key, signal, work) => {
    signal.throwIfAborted();
    let shared = underWay.get(key);
    if (shared === undefined) {
      const stop = new AbortController();
      const result = work(stop.signal);
      // If this run was aborted, the key may already belong to a newer run.
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
        // New callers must not join an aborted run.
        if (underWay.get(key) === shared) underWay.delete(key);
        shared.stop.abort();
      }
    }
  };
}
