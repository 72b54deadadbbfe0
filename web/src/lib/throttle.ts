/** Runs `work` at once, then at most once per `everyMs`. The last call is never lost. */
export function throttle(work: () => void, everyMs: number): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  const tick = () => {
    timer = undefined;
    if (!wanted) return;
    wanted = false;
    work();
    timer = setTimeout(tick, everyMs);
  };
  return {
    run: () => {
      wanted = true;
      if (timer === undefined) tick();
    },
    stop: () => clearTimeout(timer),
  };
}
