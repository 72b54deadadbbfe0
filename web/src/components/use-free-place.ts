import { type RefObject, useEffect, useState } from 'react';
import { type Area, freePlace, type Place } from '../lib/free-place.ts';

/** What a toast must not cover: dialogs, and what is marked, such as the composer, the first lead and the buttons that save. */
const dialogs = '[role="dialog"], [role="alertdialog"], dialog[open]';
const marked = '[data-uncovered]';

interface Fit {
  readonly place: Place;
  /** The toast is as low as the page's header. */
  readonly isCompact: boolean;
}

/** Parts of the page scroll below the header, which hides them. */
function shownPart(element: Element): Area {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const header = document.querySelector('[data-header]')?.getBoundingClientRect().bottom ?? 0;
  return { left, top: Math.max(top, header), right, bottom };
}

function fitOf(toast: HTMLElement, isCompact: boolean) {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const areas = [
    ...[...document.querySelectorAll(dialogs)].map((element) => element.getBoundingClientRect()),
    ...[...document.querySelectorAll(marked)].map(shownPart),
  ];
  return freePlace({ width: toast.offsetWidth, height: toast.offsetHeight, isCompact }, { width, height }, areas);
}

/** The space between a toast and the edges of the window and a dialog, together. Pixels. */
const roomAround = 24;

/** Moves dialogs below a toast at the top of the window; 0 gives the room back. Style sheets of dialogs use it. */
function makeRoom(height: number): void {
  document.documentElement.style.setProperty('--toast-room', `${height}px`);
}

/**
 * Where the toast in `region` is shown; it follows the page as it scrolls or changes. On a phone, the composer can fill the
 * window. A toast without a free place then becomes compact, so that it covers only the header. A dialog that leaves no
 * edge free makes room at the top.
 */
export function useFreePlace(region: RefObject<HTMLElement | null>, toastId: number | undefined): Fit | undefined {
  const [found, setFound] = useState<Fit & { readonly id: number }>();
  useEffect(() => {
    if (toastId === undefined) return;
    let frame = 0;
    // The toast stays compact while it is shown: its full height is not known any more.
    let isCompact = false;
    let hasRoom = false;
    const look = () => {
      const toast = region.current?.querySelector('li');
      if (!toast || hasRoom) return;
      const { place, isFree } = fitOf(toast, isCompact);
      hasRoom = !isFree && document.querySelector(dialogs) !== null;
      if (hasRoom) {
        makeRoom(toast.offsetHeight + roomAround);
        return setFound({ id: toastId, place: 'top-right', isCompact });
      }
      const becomesCompact = !isFree && !isCompact;
      isCompact ||= !isFree;
      setFound({ id: toastId, place, isCompact });
      // The compact toast is measured after it is laid out.
      if (becomesCompact) lookSoon();
    };
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    const changes = new MutationObserver(lookSoon);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open', 'style', 'class'] });
    const [capture, passive] = [true, true];
    document.addEventListener('scroll', lookSoon, { capture, passive });
    addEventListener('resize', lookSoon);
    return () => {
      if (hasRoom) makeRoom(0);
      cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener('scroll', lookSoon, { capture });
      removeEventListener('resize', lookSoon);
    };
  }, [region, toastId]);
  return found?.id === toastId ? found : undefined;
}
