import type { Factors } from '@earshot/proto/http/auth-own-factors';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { passkeyAddress, passkeysWork } from '../../../lib/passkeys.ts';
import { useAsked } from '../../../lib/use-asked.ts';
import { useAddPasskey, useRemovePasskey } from '../api/factors.ts';
import { factorTexts as texts } from '../factor-texts.ts';
import { useChangeReport } from '../use-change-report.ts';
import styles from './account.module.css';
import { DialogField } from './dialog-field.tsx';

type Passkey = Factors['passkeys'][number];

interface PasskeyRowsProps {
  readonly passkeys: readonly Passkey[];
  /** Whether passkeys work at this address. */
  readonly isOffered: boolean;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

const fieldId = 'passkeyName';

/** The passkeys of the account: adding one, and removing each. */
export function PasskeyRows({ passkeys, isOffered, onCodes }: PasskeyRowsProps) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className={styles.row}>
        <div>
          <p className={styles.browser}>{texts.passkeys}</p>
          <p className={styles.used}>{texts.passkeysHelp}</p>
        </div>
        {isOffered && passkeysWork() ? (
          <Button onClick={() => setAdding(true)}>{texts.addPasskey}</Button>
        ) : (
          <Elsewhere />
        )}
      </div>
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
      <AddDialog open={adding} onClose={() => setAdding(false)} onCodes={onCodes} />
    </>
  );
}

function Elsewhere() {
  const address = passkeyAddress(location);
  if (address === null) return <p className={styles.used}>{texts.unavailable}</p>;
  return (
    <p className={styles.used}>
      {texts.useLocalhost} <a href={address}>{texts.openLocalhost}</a>
    </p>
  );
}

function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const { asked, open, ask, close } = useAsked<Passkey>();
  const remove = useRemovePasskey();
  const report = useChangeReport();
  const confirm = () => {
    if (asked === null) return;
    remove.mutate(asked.id, {
      onSuccess: () => report.done(texts.passkeyRemoved),
      onError: report.failed,
      onSettled: close,
    });
  };
  return (
    <>
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => ask(passkey)} />
        ))}
      </ul>
      <ConfirmDialog
        open={open}
        title={texts.removeTitle(asked?.name ?? '')}
        confirmLabel={texts.remove}
        danger
        busy={remove.isPending}
        onConfirm={confirm}
        onCancel={close}
      >
        {texts.removeWords}
      </ConfirmDialog>
    </>
  );
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { name, domain, createdAt, usedAt } = passkey;
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.browser}>{name}</p>
        <p className={styles.used}>
          {texts.worksFor(domain)} {usedAt === null ? texts.added : texts.lastUsed}{' '}
          <RelativeTime iso={usedAt ?? createdAt} />
        </p>
      </div>
      <Button aria-label={texts.removeNamed(name)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
  );
}

interface AddDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

function AddDialog({ open, onClose, onCodes }: AddDialogProps) {
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string>();
  const add = useAddPasskey();
  const report = useChangeReport();
  const close = () => {
    setName('');
    setWrong(undefined);
    onClose();
  };
  const confirm = () => {
    if (name.trim() === '') return setWrong(texts.nameRequired);
    // The browser's dialog, and the question for the password, open without this one.
    onClose();
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        close();
        report.done(texts.passkeyAdded);
        onCodes(recoveryCodes);
      },
      onError: report.failed,
    });
  };
  return (
    <ConfirmDialog
      open={open}
      title={texts.addTitle}
      confirmLabel={texts.continue}
      firstFocus={fieldId}
      onConfirm={confirm}
      onCancel={close}
    >
      <p>{texts.addWords}</p>
      <DialogField
        name={fieldId}
        label={texts.name}
        autoComplete="off"
        value={name}
        error={wrong}
        onChange={(typed) => {
          setName(typed);
          setWrong(undefined);
        }}
        onSubmit={confirm}
      />
    </ConfirmDialog>
  );
}
