import { type ComponentType, createElement, lazy, useState } from 'react';
import { onDemand } from '../lib/on-demand.ts';

/**
 * A component whose code is loaded when it is first shown or, before that, when the page is idle. Until then it suspends; once
 * loaded it renders at once. Show it inside a LazyPart.
 */
export function onDemandPart<P extends object>(fetch: () => Promise<ComponentType<P>>): ComponentType<P> {
  const code = onDemand(fetch);
  const Later = lazy(async () => ({ default: await code.load() }));
  return function Part(props: P) {
    // Chosen once for each place: another component would lose the state of the first.
    const [shown] = useState<ComponentType<P>>(() => code.loaded() ?? Later);
    return createElement(shown, props);
  };
}
