import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { confirmation } from '../../lib/confirmed.ts';

const Dialog = lazy(async () => ({
  default: (await import('../../features/account/components/confirm-identity.tsx')).ConfirmIdentity,
}));

/** Asks for the confirmation of sensitive actions. The dialog's code is loaded with the first question. */
export function ConfirmRegion() {
  const question = useSyncExternalStore(confirmation.subscribe, confirmation.current, () => null);
  const [needed, setNeeded] = useState(false);
  if (question && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense fallback={null}>
        <Dialog question={question} />
      </Suspense>
    )
  );
}
