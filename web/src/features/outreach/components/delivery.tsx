import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../components/load-error.tsx';
import { sourcesQuery } from '../../../lib/sources.ts';
import { texts } from '../texts.ts';
import { CopyAndOpen } from './copy-and-open.tsx';
import { SendRow, type SendRowProps } from './send-row.tsx';
import styles from './send-row.module.css';

/** How the draft reaches the author: sent from here if the source supports it, or else copied and posted by hand. */
export function Delivery(props: SendRowProps) {
  const { lead, messageType, words } = props;
  const { data, error, refetch } = useQuery(sourcesQuery);
  if (error && !data) return <LoadError what={texts.whatSources} error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={styles.row} aria-busy="true" />;
  const sends = data.find(({ id }) => id === lead.source)?.sends ?? [];
  return sends.includes(messageType) ? <SendRow {...props} /> : <CopyAndOpen lead={lead} text={words.text} />;
}
