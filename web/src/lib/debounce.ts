interface Delays {
  /** Quiet time after the last call. */
  readonly afterMs: number;
  /** The longest time that calls can put off a run. */
  readonly mostMs: number;
}

/** Runs `work` once calls have paused for `afterMs`, and every `mostMs` while they do not pause. The last call is never lost. */
export function debounce(work: () => void, { afterMs, mostMs }: Delays): { run: () => void; stop: () => void } {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let limit: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(pause);
    clearTimeout(limit);
    limit = undefined;
  };
  return {
    run: () => {
      clearTimeout(pause);
      pause = setTimeout(() => {
        stop();
        work();
      }, afterMs);
      // The pause still follows: what the last call announced may not be written yet when the limit is reached.
      limit ??= setTimeout(() => {
        limit = undefined;
        work();
      }, mostMs);
    },
    stop,
  };
}
