import { isSignedOut, messageOf } from '../../lib/api-error.ts';
import { isCancelled } from '../../lib/confirmed.ts';
import { isDialogCancelled } from '../../lib/passkeys.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { factorTexts as texts } from './factor-texts.ts';

/** Reports the results of changes of the factors. Nothing is reported if the user cancelled. */
export function useChangeReport() {
  const toaster = useToaster();
  return {
    done: (words: { readonly title: string; readonly description: string }) =>
      toaster.show({ kind: 'success', ...words }),
    failed: (error: unknown) => {
      if (isSignedOut(error) || isCancelled(error)) return;
      const description = isDialogCancelled(error) ? texts.cancelled : messageOf(error);
      toaster.show({ kind: 'destructive', title: texts.failed, description });
    },
  };
}
