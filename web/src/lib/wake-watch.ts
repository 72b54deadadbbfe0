const tickMs = 5000;
/** Browsers slow the timers of hidden pages down to one a minute; a longer gap is a sleep. */
const sleptMs = 90_000;
const beatMs = 30_000;

export interface WakeWatch {
  /** From time to time, and whenever the page comes back into sight. */
  readonly onBeat: () => void;
  /** The machine has slept: time has passed without us. */
  readonly onWake: () => void;
}

/** Notices sleep by the clock that jumped, which no event tells. Gives the function that ends it. */
export function watchForWake({ onBeat, onWake }: WakeWatch): () => void {
  let seenAt = Date.now();
  let beatAt = seenAt;
  const look = () => {
    const now = Date.now();
    const passed = now - seenAt;
    seenAt = now;
    if (passed > sleptMs) onWake();
    else if (now - beatAt < beatMs) return;
    else onBeat();
    beatAt = now;
  };
  const timer = setInterval(look, tickMs);
  const shown = () => {
    if (document.visibilityState !== 'visible') return;
    look();
    onBeat();
  };
  document.addEventListener('visibilitychange', shown);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', shown);
  };
}
