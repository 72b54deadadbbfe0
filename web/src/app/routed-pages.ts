import { createElement, useEffect } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import type { Usage } from '../lib/usage.ts';
import { reportPageViews } from './page-views.ts';

interface RoutedPagesProps {
  readonly router: DataRouter;
  readonly usage: Pick<Usage, 'pageView'>;
}

/**
 * The router's pages; reports which are viewed. `RouterProvider` has to be the router's first subscriber. Between its
 * render and its subscription React may yield, and the code of a page may arrive. The router keeps such a change only
 * while it has no subscriber. With another one the change would be lost, and the start-up screen would stay forever.
 */
export function RoutedPages({ router, usage }: RoutedPagesProps) {
  // A parent's effect runs after those of its children.
  useEffect(() => reportPageViews(router, usage), [router, usage]);
  return createElement(RouterProvider, { router });
}
