import { type Factors, ownFactorContract } from '@earshot/proto/http/auth-own-factors';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { fieldErrors } from '../../../lib/api-error.ts';
import { passkeyAddress, passkeysWork } from '../../../lib/passkeys.ts';
import { useDialogSubject } from '../../../lib/use-dialog-subject.ts';
import { useAddPasskey, useRemovePasskey } from '../api/factors.ts';
import { factorTexts as texts } from '../factor-texts.ts';
import { changeProblem, useChangeReport } from '../use-change-report.ts';
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
      <AddDialog open={adding} onOpen={setAdding} onCodes={onCodes} />
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
  const { subject, open, ask, close } = useDialogSubject<Passkey>();
  const remove = useRemovePasskey();
  const report = useChangeReport();
  const confirm = () => {
    if (subject === null) return;
    remove.mutate(subject.id, {
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
        title={texts.removeTitle(subject?.name ?? '')}
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
  readonly onOpen: (open: boolean) => void;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

/** Checked before the browser creates a passkey, which the server would then refuse. */
const nameProblem = (name: string): string | undefined =>
  ownFactorContract.addPasskey.body.shape.name.safeParse(name).error?.issues[0]?.message;

function useNewPasskey({ onOpen, onCodes }: Omit<AddDialogProps, 'open'>) {
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string>();
  const add = useAddPasskey();
  const report = useChangeReport();
  const type = (typed: string) => {
    setName(typed);
    setWrong(undefined);
  };
  const close = () => {
    type('');
    onOpen(false);
  };
  const confirm = () => {
    const refused = nameProblem(name);
    setWrong(refused);
    if (refused !== undefined) return;
    // The browser's dialog, and the question for the password, open without this one.
    onOpen(false);
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        close();
        report.done(texts.passkeyAdded);
        onCodes(recoveryCodes);
      },
      onError: (error) => {
        report.failed(error);
        const problem = fieldErrors(error)['name'] ?? changeProblem(error);
        setWrong(problem);
        // The name is kept for another try.
        if (problem !== undefined) onOpen(true);
      },
    });
  };
  return { name, wrong, type, close, confirm };
}

function AddDialog({ open, ...props }: AddDialogProps) {
  const { name, wrong, type, close, confirm } = useNewPasskey(props);
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
        onChange={type}
        onSubmit={confirm}
      />
    </ConfirmDialog>
  );
}
