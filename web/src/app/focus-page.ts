import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the content of the page, where readers then begin; what already has it within keeps it. */
export function focusPage(): void {
  const main = document.querySelector<HTMLElement>('main');
  if (!main || main.contains(document.activeElement)) return;
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** A new page gets the focus; the first one does not, since nobody came from anywhere. */
export function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusPage();
  }, [pathname]);
}
