import { Outlet, ScrollRestoration } from 'react-router-dom';

/** Around every page: going back finds the place one had scrolled to. */
export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
