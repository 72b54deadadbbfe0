import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { useDisableUser, useEndUserSessions } from '../api/users.ts';
import { texts } from '../texts.ts';

/** An action that waits for the administrator's confirmation. */
export interface UserAction {
  readonly kind: 'endSessions' | 'disable' | 'enable';
  readonly id: string;
  readonly email: string;
}

const words = {
  endSessions: { title: texts.endSessionsTitle, body: texts.endSessionsWords, done: texts.sessionsEnded },
  disable: { title: texts.disableTitle, body: texts.disableWords, done: texts.accountDisabled },
  enable: { title: texts.enableTitle, body: texts.enableWords, done: texts.accountEnabled },
} as const;

interface UserActionDialogProps {
  readonly action: UserAction;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before an action on an account, and does it. */
export function UserActionDialog({ action: { kind, id, email }, open, onClose }: UserActionDialogProps) {
  const toaster = useToaster();
  const failed = useFailureToast();
  const end = useEndUserSessions();
  const disable = useDisableUser();
  const confirm = () => {
    const callbacks = {
      onSuccess: () => toaster.show({ kind: 'success', ...words[kind].done }),
      onError: failed(texts.accountFailed),
      onSettled: onClose,
    };
    if (kind === 'endSessions') end.mutate(id, callbacks);
    else disable.mutate({ id, disabled: kind === 'disable' }, callbacks);
  };
  return (
    <ConfirmDialog
      open={open}
      title={words[kind].title(email)}
      confirmLabel={texts[kind]}
      danger={kind !== 'enable'}
      busy={end.isPending || disable.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {words[kind].body}
    </ConfirmDialog>
  );
}
