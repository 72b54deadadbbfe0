import type { confirmMethods } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Segmented } from '../../../components/segmented.tsx';
import { fieldErrors, messageOf } from '../../../lib/api-error.ts';
import type { Question } from '../../../lib/confirmed.ts';
import { isDialogCancelled } from '../../../lib/passkeys.ts';
import {
  confirmMethodsQuery,
  useConfirmAtProvider,
  useConfirmByPasskey,
  useConfirmSession,
} from '../api/confirm-session.ts';
import { texts } from '../texts.ts';
import { DialogField } from './dialog-field.tsx';

const fieldId = 'confirmationPassword';

type Way = (typeof confirmMethods)[number] | 'none';

const fieldProps = {
  password: { label: texts.confirmPassword, type: 'password', autoComplete: 'current-password' },
  code: { label: texts.confirmCode, type: 'text', autoComplete: 'one-time-code' },
} as const;

/** The calls that confirm; `reset` forgets their errors. */
function useConfirming(onConfirmed: () => void) {
  const bySecret = useConfirmSession();
  const byPasskey = useConfirmByPasskey();
  const byProvider = useConfirmAtProvider();
  const all = [bySecret, byPasskey, byProvider];
  const isPending = all.some((call) => call.isPending);
  return {
    confirm: (way: Way, typed: string) => {
      if (isPending) return;
      const confirmed = { onSuccess: onConfirmed };
      if (way === 'provider') byProvider.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) });
      else if (way === 'passkey') byPasskey.mutate(undefined, confirmed);
      else if (way === 'password' && typed !== '') bySecret.mutate({ password: typed }, confirmed);
      else if (way === 'code' && typed !== '') bySecret.mutate({ code: typed }, confirmed);
    },
    isPending,
    failed: all.find(({ error }) => error !== null)?.error ?? null,
    reset: () => all.forEach(({ reset }) => reset()),
  };
}

/** Asks users to prove that it is them before a sensitive action. */
export function ConfirmIdentity({ question }: { readonly question: Question | null }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Way | null>(null);
  const { data, error, refetch } = useQuery({ ...confirmMethodsQuery, enabled: question !== null });
  const { confirm, isPending, failed, reset } = useConfirming(() => answer(true));
  const methods = data?.methods ?? ['password'];
  const way = chosen ?? methods[0] ?? 'none';
  const isTyped = way === 'password' || way === 'code';
  const missing = isTyped && typed === '' ? texts.confirmMissing[way] : undefined;
  const type = (value: string) => {
    setTyped(value);
    reset();
  };
  const choose = (wanted: Way | null) => {
    setChosen(wanted);
    type('');
  };
  const answer = (isConfirmed: boolean) => {
    choose(null);
    question?.answer(isConfirmed);
  };
  const submit = () => confirm(way, typed);
  return (
    <ConfirmDialog
      open={question !== null}
      title={texts.confirmTitle}
      confirmLabel={labelOf(way, data?.provider ?? '')}
      busy={isPending}
      missing={way === 'none' ? texts.confirmNoWay : missing}
      firstFocus={fieldId}
      onConfirm={submit}
      onCancel={() => answer(false)}
    >
      {error && <LoadError what={texts.whatConfirm} error={error} onRetry={() => void refetch()} />}
      <WayChoice methods={methods} way={way} onChange={choose} />
      <p>{words[way]}</p>
      {!isTyped && failed && <p role="alert">{problemOf(failed)}</p>}
      {isTyped && <TypedProof way={way} typed={typed} failed={failed} onChange={type} onSubmit={submit} />}
    </ConfirmDialog>
  );
}

interface TypedProofProps {
  readonly way: 'password' | 'code';
  readonly typed: string;
  readonly failed: unknown;
  readonly onChange: (typed: string) => void;
  readonly onSubmit: () => void;
}

function TypedProof({ way, typed, failed, onChange, onSubmit }: TypedProofProps) {
  const [isMissing, setIsMissing] = useState(false);
  const refused = failed ? (fieldErrors(failed)[way] ?? messageOf(failed)) : undefined;
  return (
    <DialogField
      name={fieldId}
      {...fieldProps[way]}
      value={typed}
      error={isMissing ? texts.confirmMissing[way] : refused}
      onChange={(value) => {
        setIsMissing(false);
        onChange(value);
      }}
      onSubmit={() => {
        setIsMissing(typed === '');
        onSubmit();
      }}
    />
  );
}

const words: Readonly<Record<Way, string>> = {
  password: texts.confirmWords,
  code: texts.confirmCodeWords,
  passkey: texts.confirmPasskeyWords,
  provider: texts.confirmProviderWords,
  none: texts.confirmNoWay,
};

function labelOf(way: Way, provider: string): string {
  if (way === 'provider') return texts.confirmAt(provider);
  return way === 'passkey' ? texts.confirmPasskey : texts.confirm;
}

function problemOf(error: unknown): string {
  return isDialogCancelled(error) ? texts.passkeyCancelled : messageOf(error);
}

interface WayChoiceProps {
  readonly methods: readonly Way[];
  readonly way: Way;
  readonly onChange: (way: Way) => void;
}

/** Shown if the account has several ways. The provider is never one of several. */
function WayChoice({ methods, way, onChange }: WayChoiceProps) {
  const labels: Readonly<Partial<Record<Way, string>>> = texts.confirmWayLabels;
  if (methods.length < 2) return null;
  const choices = methods.map((value) => ({ value, label: labels[value] ?? value }));
  return <Segmented label={texts.confirmWays} value={way} choices={choices} onChange={onChange} />;
}
