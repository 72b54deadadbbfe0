import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useToaster } from '../lib/toaster-context.ts';

/** Where its code cannot be fetched there are no toasts, and the page goes on. */
const Region = lazy(() =>
  import('./toast-region.tsx').then(
    ({ ToastRegion }) => ({ default: ToastRegion }),
    () => ({ default: () => <></> }),
  ),
);

/** The region of toasts for pages that must stay small: fetched with the first toast. */
export function LazyToastRegion() {
  const toaster = useToaster();
  const toast = useSyncExternalStore(toaster.subscribe, toaster.current, () => null);
  const [needed, setNeeded] = useState(false);
  if (toast && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense fallback={null}>
        <Region />
      </Suspense>
    )
  );
}
