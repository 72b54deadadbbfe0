import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useToaster } from '../lib/toaster-context.ts';

/** If its code cannot be loaded there are no toasts, and the page still works. */
const Region = lazy(() =>
  import('./toast-region.tsx').then(
    ({ ToastRegion }) => ({ default: ToastRegion }),
    () => ({ default: () => <></> }),
  ),
);

/** The toast region for pages that must stay small: its code is loaded with the first toast. */
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
