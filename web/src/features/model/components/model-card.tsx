import type { ModelUsage } from '@earshot/proto/http/scan';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../components/card.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { modelServerQuery } from '../api/model-server.ts';
import { texts } from '../texts.ts';
import { ModelForm } from './model-form.tsx';
import styles from './model.module.css';

interface ModelCardProps {
  readonly isAdmin: boolean;
  /** The state of the model; undefined until it is known. */
  readonly usage: Pick<ModelUsage, 'configured' | 'setBy' | 'findsLocal'> | undefined;
  /** The button that tests the connection. */
  readonly test: React.ReactNode;
  /** Called after the server was connected or disconnected. */
  readonly onChanged: () => void;
}

/** The model server of the installation. Only administrators change it. */
export function ModelCard({ isAdmin, usage, test, onChanged }: ModelCardProps) {
  const isFixed = usage?.setBy === 'environment';
  return (
    <Card title={texts.title} help={texts.help}>
      {!isAdmin && usage && (
        <p className={styles.note}>{usage.configured ? texts.connected : texts.askAdministrator}</p>
      )}
      {isAdmin && isFixed && <p className={styles.note}>{texts.environment}</p>}
      {isAdmin && usage && !isFixed && <Server canFind={usage.findsLocal} onChanged={onChanged} />}
      {isAdmin && test}
    </Card>
  );
}

function Server({ canFind, onChanged }: { readonly canFind: boolean; readonly onChanged: () => void }) {
  const { data, error, refetch } = useQuery(modelServerQuery);
  if (data) return <ModelForm server={data} canFind={canFind} onChanged={onChanged} />;
  if (error) return <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={280} />;
}
