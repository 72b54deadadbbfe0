const secondMs = 1_000;

/**
 * Returns a function that says whether a line may be written: at most so many a second. Requests that no limit counts must
 * not fill the log.
 */
export function lineLimit(perSecond: number): () => boolean {
  let startedMs = -Infinity;
  let written = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs - startedMs >= secondMs) {
      startedMs = nowMs;
      written = 0;
    }
    written += 1;
    return written <= perSecond;
  };
}
