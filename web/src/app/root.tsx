import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useFocusOnNewPage } from './focus-page.ts';
import { OfflineBar } from './offline-bar.tsx';

/** Around every page: going back finds the place one had scrolled to, and a new page has the focus. */
export function Root() {
  useFocusOnNewPage();
  return (
    <>
      <Outlet />
      <OfflineBar />
      <ScrollRestoration />
    </>
  );
}
