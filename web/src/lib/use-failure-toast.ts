import { isSignedOut, messageOf } from './api-error.ts';
import { isCancelled } from './confirmed.ts';
import { useToaster } from './toaster-context.ts';

/**
 * Returns a function that makes an error handler: it shows the title and the reason. The end of a session is reported
 * elsewhere, and a user who cancels a confirmation needs no report.
 */
export function useFailureToast(): (title: string) => (error: unknown) => void {
  const toaster = useToaster();
  return (title) => (error) => {
    if (isSignedOut(error) || isCancelled(error)) return;
    toaster.show({ kind: 'destructive', title, description: messageOf(error) });
  };
}
