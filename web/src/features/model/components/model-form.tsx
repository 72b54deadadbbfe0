import type { ModelServer } from '@earshot/proto/http/model-server';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fieldErrors, isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { isCancelled } from '../../../lib/confirmed.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useConnectModel, useDisconnectModel } from '../api/model-server.ts';
import { texts } from '../texts.ts';
import { LocalServers } from './local-servers.tsx';
import styles from './model.module.css';

interface Typed {
  readonly address: string;
  readonly key: string;
  readonly model: string;
}

interface ModelFormProps {
  readonly server: ModelServer;
  readonly canFind: boolean;
  /** Called after the server was connected or disconnected. */
  readonly onChanged: () => void;
}

/** Connects, changes and disconnects the model server. */
export function ModelForm({ server, canFind, onChanged }: ModelFormProps) {
  const [typed, setTyped] = useState<Typed>({ address: server.address ?? '', key: '', model: server.model ?? '' });
  const { connect, disconnect, problems, forget } = useChanges(onChanged);
  const set = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change });
    forget();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { key, ...rest } = typed;
    connect.run({ ...rest, ...(key !== '' && { key }) }, () => setTyped({ ...typed, key: '' }));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <LocalServers canFind={canFind} onChoose={set} />
      <Fields typed={typed} problems={problems} isKeySet={server.isKeySet} onChange={set} />
      <div className={styles.actions}>
        <Button type="primary" htmlType="submit" loading={connect.isPending}>
          {texts.connect}
        </Button>
        {server.address !== null && (
          <Button
            loading={disconnect.isPending}
            onClick={() => disconnect.run(() => setTyped({ address: '', key: '', model: '' }))}
          >
            {texts.disconnect}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly typed: Typed;
  readonly problems: Readonly<Record<string, string>>;
  readonly isKeySet: boolean;
  readonly onChange: (change: Partial<Typed>) => void;
}

function Fields({ typed, problems, isKeySet, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        name="modelAddress"
        label={texts.address}
        help={texts.addressHelp}
        hint="https://api.openai.com/v1"
        autoComplete="off"
        value={typed.address}
        error={problems['address']}
        onChange={(address) => onChange({ address })}
      />
      <TextField
        name="modelKey"
        label={texts.key}
        help={isKeySet ? texts.keyKept : texts.keyHelp}
        type="password"
        autoComplete="new-password"
        value={typed.key}
        error={problems['key']}
        onChange={(key) => onChange({ key })}
      />
      <TextField
        name="modelName"
        label={texts.model}
        help={texts.modelHelp}
        autoComplete="off"
        value={typed.model}
        error={problems['model']}
        onChange={(model) => onChange({ model })}
      />
    </>
  );
}

/** The two calls, whose results are reported in toasts and at the fields. */
function useChanges(onChanged: () => void) {
  const toaster = useToaster();
  const connecting = useConnectModel();
  const disconnecting = useDisconnectModel();
  const onError = (error: unknown) => {
    if (isSignedOut(error) || isCancelled(error)) return;
    toaster.show({ kind: 'destructive', title: texts.failed, description: messageOf(error) });
  };
  const done = (message: typeof texts.saved | typeof texts.disconnected, after: () => void) => () => {
    after();
    toaster.show({ kind: 'success', ...message });
    onChanged();
  };
  type Change = Parameters<typeof connecting.mutate>[0];
  return {
    connect: {
      isPending: connecting.isPending,
      run: (change: Change, after: () => void) =>
        connecting.mutate(change, { onSuccess: done(texts.saved, after), onError }),
    },
    disconnect: {
      isPending: disconnecting.isPending,
      run: (after: () => void) =>
        disconnecting.mutate(undefined, { onSuccess: done(texts.disconnected, after), onError }),
    },
    problems: connecting.error ? fieldErrors(connecting.error) : {},
    forget: () => connecting.reset(),
  };
}
