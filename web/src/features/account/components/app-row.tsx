import type { ownFactorContract } from '@earshot/proto/http/auth-own-factors';
import { lazy, useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LazyPart } from '../../../components/lazy-part.tsx';
import { fieldErrors, messageOf } from '../../../lib/api-error.ts';
import { useBeginTotp, useRemoveTotp, useSetTotp } from '../api/factors.ts';
import { factorTexts as texts } from '../factor-texts.ts';
import { useChangeReport } from '../use-change-report.ts';
import styles from './account.module.css';
import { DialogField } from './dialog-field.tsx';

type Begun = z.output<typeof ownFactorContract.beginTotp.response>;
type OnCodes = (codes: readonly string[] | null) => void;

/** Loads when an app is set up. */
const QrCode = lazy(() => import('../../../components/qr-code.tsx').then((module) => ({ default: module.QrCode })));

const fieldId = 'totpCode';

/** The authenticator app: setting it up, and removing it. */
export function AppRow({ isOn, onCodes }: { readonly isOn: boolean; readonly onCodes: OnCodes }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [removing, setRemoving] = useState(false);
  const begin = useBeginTotp();
  const remove = useRemoveTotp();
  const report = useChangeReport();
  const close = () => setRemoving(false);
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.browser}>{texts.app}</p>
        <p className={styles.used}>{isOn ? texts.appOn : texts.appOff}</p>
      </div>
      {isOn ? (
        <Button onClick={() => setRemoving(true)}>{texts.removeApp}</Button>
      ) : (
        <Button
          loading={begin.isPending}
          onClick={() => begin.mutate(undefined, { onSuccess: setBegun, onError: report.failed })}
        >
          {texts.setUpApp}
        </Button>
      )}
      <SetUpDialog begun={begun} onClose={() => setBegun(null)} onCodes={onCodes} />
      <ConfirmDialog
        open={removing}
        title={texts.removeAppTitle}
        confirmLabel={texts.removeApp}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => report.done(texts.appRemoved),
            onError: report.failed,
            onSettled: close,
          })
        }
        onCancel={close}
      >
        {texts.removeAppWords}
      </ConfirmDialog>
    </div>
  );
}

interface SetUpProps {
  readonly begun: Begun | null;
  readonly onClose: () => void;
  readonly onCodes: OnCodes;
}

function SetUpDialog({ begun, onClose, onCodes }: SetUpProps) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const set = useSetTotp();
  const report = useChangeReport();
  const type = (typed: string) => {
    setCode(typed);
    setWrong(undefined);
  };
  const close = () => {
    type('');
    onClose();
  };
  const confirm = () => {
    if (code.trim() === '') return setWrong(texts.codeRequired);
    if (begun === null || set.isPending) return;
    const body = { setup: begun.setup, code };
    set.mutate(body, {
      onSuccess: ({ recoveryCodes }) => {
        close();
        report.done(texts.appAdded);
        onCodes(recoveryCodes);
      },
      onError: (error) => setWrong(fieldErrors(error)['code'] ?? messageOf(error)),
    });
  };
  return (
    <ConfirmDialog
      open={begun !== null}
      title={texts.setUpTitle}
      confirmLabel={texts.finish}
      busy={set.isPending}
      firstFocus={fieldId}
      onConfirm={confirm}
      onCancel={close}
    >
      <p>{texts.setUpWords}</p>
      {begun !== null && <Secret begun={begun} />}
      <DialogField
        name={fieldId}
        label={texts.code}
        autoComplete="one-time-code"
        value={code}
        error={wrong}
        onChange={type}
        onSubmit={confirm}
      />
    </ConfirmDialog>
  );
}

function Secret({ begun: { secret, uri } }: { readonly begun: Begun }) {
  return (
    <>
      <div role="img" aria-label={texts.qrLabel} className={styles.qr}>
        <LazyPart what={texts.qrLabel} waiting={null}>
          <QrCode value={uri} />
        </LazyPart>
      </div>
      <p>
        {texts.key}: <code className={styles.secret}>{secret}</code>
      </p>
    </>
  );
}
