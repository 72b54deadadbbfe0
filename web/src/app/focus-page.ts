import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the page's content, where screen readers then start. Does nothing if the focus is already inside. */
export function focusPage(): void {
  const main = document.querySelector<HTMLElement>('main');
  if (!main || main.contains(document.activeElement)) return;
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** Moves the focus to each new page, but not to the first one: the user did not navigate to it within the app. */
export function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusPage();
  }, [pathname]);
}
