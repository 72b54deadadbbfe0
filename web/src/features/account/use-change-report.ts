import { isSignedOut, messageOf } from '../../lib/api-error.ts';
import { isCancelled } from '../../lib/confirmed.ts';
import { isDialogCancelled } from '../../lib/passkeys.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { factorTexts as texts } from './factor-texts.ts';

/** Why a change of the factors failed; undefined if the user ended it, or must sign in again. */
export function changeProblem(error: unknown): string | undefined {
  if (isSignedOut(error) || isCancelled(error)) return undefined;
  return isDialogCancelled(error) ? texts.cancelled : messageOf(error);
}

/** Reports the results of changes of the factors. Nothing is reported if the user cancelled. */
export function useChangeReport() {
  const toaster = useToaster();
  return {
    done: (words: { readonly title: string; readonly description: string }) =>
      toaster.show({ kind: 'success', ...words }),
    failed: (error: unknown) => {
      const description = changeProblem(error);
      if (description !== undefined) toaster.show({ kind: 'destructive', title: texts.failed, description });
    },
  };
}
