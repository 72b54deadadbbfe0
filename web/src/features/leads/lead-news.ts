import type { Toaster } from '../../lib/toaster.ts';
import { texts } from './texts.ts';

const toastMs = 4000;
const mergeMs = 1000;
const subject = 'new leads';

/** Shows toasts about new leads. */
export interface LeadNews {
  readonly announce: (title: string, communityLabel: string) => void;
  /** Drops the toast that is not shown yet, because later news replaces it. */
  readonly drop: () => void;
}

/** Shows the first lead at once. While its toast is visible, further leads are counted in it, at most one update a second. */
export function createLeadNews(toaster: Toaster): LeadNews {
  let waiting: { title: string; communityLabel: string } | null = null;
  let found = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    timer = undefined;
    if (!waiting) return;
    toaster.show({
      kind: 'success',
      ...texts.newLead(waiting.title, waiting.communityLabel, found - 1),
      durationMs: toastMs,
      subject,
      waits: true,
    });
    waiting = null;
    timer = setTimeout(show, mergeMs);
  };
  return {
    announce: (title, communityLabel) => {
      const isStanding = waiting !== null || toaster.isShowing(subject);
      found = isStanding ? found + 1 : 1;
      waiting = { title, communityLabel };
      if (timer === undefined) show();
    },
    drop: () => {
      clearTimeout(timer);
      timer = undefined;
      waiting = null;
      toaster.forget(subject);
    },
  };
}
