import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { isCancelled } from '../../../lib/confirmed.ts';
import { keptTexts } from '../../../lib/kept-texts.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useUnsavedWork } from '../../../lib/unsaved-work.ts';
import { useDeleteAccount } from '../api/account.ts';
import { texts } from '../texts.ts';

const fieldId = 'deleteConfirmation';

interface DeleteCardProps {
  readonly email: string;
  /** Announces that the user is ending the session; returns the function that cancels this. */
  readonly expectEnd: () => () => void;
  /** Called after the account was deleted. */
  readonly onDeleted: () => void;
}

function useDeletion({ expectEnd, onDeleted }: DeleteCardProps) {
  const toaster = useToaster();
  const unsaved = useUnsavedWork();
  const deletion = useDeleteAccount();
  const start = async () => {
    const unexpect = expectEnd();
    try {
      await deletion.mutateAsync();
      // This must happen before leaving the page, which would otherwise ask to save changes that can no longer be saved.
      flushSync(() => unsaved.abandon());
      keptTexts.forgetAll();
      onDeleted();
    } catch (error) {
      unexpect();
      if (isSignedOut(error) || isCancelled(error)) return;
      toaster.show({ kind: 'destructive', title: texts.removeFailed, description: messageOf(error) });
    }
  };
  const { error, isPending, reset } = deletion;
  return { start, isPending, problem: isCancelled(error) ? null : error, forget: reset };
}

/** Deletes the account after the user has typed its address. */
export function DeleteCard(props: DeleteCardProps) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const ask = () => {
    setTyped('');
    setAsking(true);
  };
  return (
    <Card id="delete-account" title={texts.remove} help={texts.removeHelp}>
      <div>
        <Button danger onClick={ask}>
          {texts.removeButton}
        </Button>
      </div>
      <DeleteDialog {...props} open={asking} onCancel={() => setAsking(false)} typed={typed} onType={setTyped} />
    </Card>
  );
}

interface DeleteDialogProps extends DeleteCardProps {
  readonly open: boolean;
  readonly onCancel: () => void;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function DeleteDialog({ open, onCancel, typed, onType, ...props }: DeleteDialogProps) {
  const { email } = props;
  const { start, isPending, problem, forget } = useDeletion(props);
  const [isWrong, setWrong] = useState(false);
  const isTyped = typed.trim().toLowerCase() === email.toLowerCase();
  const confirm = () => {
    setWrong(!isTyped);
    if (isTyped && !isPending) void start();
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm();
  };
  return (
    <ConfirmDialog
      open={open}
      title={texts.removeTitle}
      confirmLabel={texts.removeConfirm}
      danger
      busy={isPending}
      missing={isTyped ? undefined : texts.removeMissing}
      firstFocus={fieldId}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{texts.removeWarning}</p>
      <form onSubmit={onSubmit}>
        <TextField
          name={fieldId}
          label={texts.removeType(email)}
          value={typed}
          error={isWrong ? texts.removeWrong : problem ? messageOf(problem) : undefined}
          onChange={(value) => {
            setWrong(false);
            forget();
            onType(value);
          }}
          autoComplete="off"
        />
      </form>
    </ConfirmDialog>
  );
}
