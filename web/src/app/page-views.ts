import { paths } from '../config/paths.ts';
import type { Usage } from '../lib/usage.ts';

/** The part of the router's state that this file reads. */
interface State {
  readonly initialized: boolean;
  readonly navigation: { readonly state: string };
  readonly location: { readonly pathname: string };
}

interface Router {
  readonly state: State;
  readonly subscribe: (listener: (state: State) => void) => () => void;
}

/**
 * Reports the page and every page change until the returned function is called. It sends only paths of the app, because other parts
 * of an address may contain personal data.
 */
export function reportPageViews(router: Router, usage: Pick<Usage, 'pageView'>): () => void {
  const reportPageView = ({ initialized, navigation, location }: State) => {
    if (!initialized || navigation.state !== 'idle') return;
    usage.pageView(Object.values(paths).find((path) => path === location.pathname) ?? 'unknown');
  };
  reportPageView(router.state);
  return router.subscribe(reportPageView);
}
