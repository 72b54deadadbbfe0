/** Code that is loaded when it is first needed or, before that, when the page is idle. */
export interface OnDemand<T> {
  /** The code; undefined until it is loaded. */
  readonly loaded: () => T | undefined;
  /** Loads the code. Rejects if it cannot be fetched; the next call tries again. */
  readonly load: () => Promise<T>;
}

/** How long after the last start of a page's code the page counts as loaded. Its first answers arrive within this time. */
const settledAfterMs = 2500;

const prefetches: (() => Promise<unknown>)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Resolves when the browser has nothing more important to do. Safari cannot tell, so it waits for a moment. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 50);
  });

/** One after the other, so that each leaves room for what the user does. A part that cannot be fetched is fetched when it is needed. */
async function prefetch(): Promise<void> {
  clearTimeout(timer);
  for (let load = prefetches.shift(); load; load = prefetches.shift()) {
    await idle();
    await load().catch(() => undefined);
  }
}

/** Declares code that the page needs later. Prefetching starts when the page has settled. */
export function onDemand<T>(fetch: () => Promise<T>): OnDemand<T> {
  let code: T | undefined;
  let loading: Promise<T> | undefined;
  const load = () => {
    loading ??= fetch().then(
      (fetched) => (code = fetched),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  prefetches.push(load);
  clearTimeout(timer);
  timer = setTimeout(() => void prefetch(), settledAfterMs);
  return { loaded: () => code, load };
}
