import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { useNewRecoveryCodes } from '../api/factors.ts';
import { factorTexts as texts } from '../factor-texts.ts';
import { useChangeReport } from '../use-change-report.ts';
import styles from './account.module.css';

interface RecoveryRowProps {
  readonly left: number;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

/** The recovery codes: how many are left, and making new ones. */
export function RecoveryRow({ left, onCodes }: RecoveryRowProps) {
  const [asking, setAsking] = useState(false);
  const renew = useNewRecoveryCodes();
  const report = useChangeReport();
  const close = () => setAsking(false);
  const confirm = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onError: report.failed,
      onSettled: close,
    });
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.browser}>{texts.recovery}</p>
        <p className={styles.used}>{texts.recoveryLeft(left)}</p>
      </div>
      <Button onClick={() => setAsking(true)}>{texts.newCodes}</Button>
      <ConfirmDialog
        open={asking}
        title={texts.newCodesTitle}
        confirmLabel={texts.newCodes}
        busy={renew.isPending}
        onConfirm={confirm}
        onCancel={close}
      >
        {texts.newCodesWords}
      </ConfirmDialog>
    </div>
  );
}

interface CodesDialogProps {
  readonly codes: readonly string[] | null;
  readonly onClose: () => void;
}

/** Shows new recovery codes once. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  return (
    <ConfirmDialog
      open={codes !== null}
      title={texts.codesTitle}
      confirmLabel={texts.codesSaved}
      cancelLabel={texts.close}
      onConfirm={onClose}
      onCancel={onClose}
    >
      <p>{texts.codesWords}</p>
      <ul className={styles.codes}>
        {codes?.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={(codes ?? []).join('\n')} successToast={texts.codesCopied} />
    </ConfirmDialog>
  );
}
