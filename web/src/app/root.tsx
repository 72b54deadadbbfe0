import { Outlet, ScrollRestoration } from 'react-router-dom';
import { scrollKeyOf } from '../lib/list-entry.ts';
import { useFocusOnNewPage } from './focus-page.ts';
import { OfflineBar } from './offline-bar.tsx';

/** Wraps every page: restores the scroll position on back navigation and moves the focus to new pages. */
export function Root() {
  useFocusOnNewPage();
  return (
    <>
      <Outlet />
      <OfflineBar />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  );
}
