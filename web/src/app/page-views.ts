import { paths } from '../config/paths.ts';
import type { Usage } from '../lib/usage.ts';

/** What is read of the router's state. */
interface State {
  readonly initialized: boolean;
  readonly navigation: { readonly state: string };
  readonly location: { readonly pathname: string };
}

interface Router {
  readonly state: State;
  readonly subscribe: (listener: (state: State) => void) => unknown;
}

/** Tells every change of the page, by the paths of the app alone: what else stands in an address is the user's. */
export function reportPageViews(router: Router, usage: Pick<Usage, 'pageView'>): void {
  const tell = ({ initialized, navigation, location }: State) => {
    if (!initialized || navigation.state !== 'idle') return;
    usage.pageView(Object.values(paths).find((path) => path === location.pathname) ?? 'unknown');
  };
  tell(router.state);
  router.subscribe(tell);
}
