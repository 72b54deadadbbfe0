const tickMs = 5000;
/** Browsers throttle timers of hidden pages to one a minute, so a longer gap means that the machine slept. */
const sleptMs = 90_000;
const beatMs = 30_000;

export interface WakeWatch {
  /** Called every `beatMs`, and whenever the page becomes visible. */
  readonly onBeat: () => void;
  /** The machine has slept, so the page may have missed events. */
  readonly onWake: () => void;
}

/** Detects sleep by a jump of the clock, because no event reports it. Returns the function that stops watching. */
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
