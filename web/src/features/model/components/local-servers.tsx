import { localModelServers } from '@earshot/proto/values';
import { Button } from '../../../components/button.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/format.ts';
import { useFindModelServers } from '../api/model-server.ts';
import { texts } from '../texts.ts';
import styles from './model.module.css';

interface LocalServersProps {
  /** Whether Earshot can look for servers on its computer. */
  readonly canFind: boolean;
  readonly onChoose: (server: { address: string; model?: string }) => void;
}

/** Offers servers that people run themselves: by name with their usual address, and those that answer now. */
export function LocalServers({ canFind, onChoose }: LocalServersProps) {
  const { data, error, isPending, mutate } = useFindModelServers();
  const found = data?.servers ?? [];
  return (
    <fieldset className={styles.servers}>
      <legend>{texts.local}</legend>
      {localModelServers.map(({ name, address }) => (
        <Button key={name} size="small" onClick={() => onChoose({ address })}>
          {name}
        </Button>
      ))}
      {canFind && (
        <Button size="small" loading={isPending} onClick={() => mutate()}>
          {texts.find}
        </Button>
      )}
      {found.map(({ name, address, models: [model] }) => (
        <Button
          key={address}
          size="small"
          type="primary"
          onClick={() => onChoose({ address, ...(model !== undefined && { model }) })}
        >
          {texts.found(name, model)}
        </Button>
      ))}
      <p className={styles.note} role="status">
        {error ? `${texts.findFailed} ${sentence(messageOf(error))}` : data && found.length === 0 && texts.noneFound}
      </p>
    </fieldset>
  );
}
