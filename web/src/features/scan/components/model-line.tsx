import type { ModelUsage } from '@earshot/proto/http/scan';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { fullDate } from '../../../lib/format.ts';
import { modelUsageQuery } from '../api/model.ts';
import { texts } from '../texts.ts';
import styles from './model-line.module.css';

/** The problem with the user's model that makes scores provisional; null if there is none. */
function modelWarning({ configured, away, tokensToday, tokensPerDay, resetsAt }: ModelUsage): string | null {
  if (!configured) return null;
  if (tokensPerDay !== null && tokensToday >= tokensPerDay) return texts.usedUp(fullDate(resetsAt));
  return away ? texts.away : null;
}

/** The model that scores, and its token usage today. */
export function ModelLine({ model }: { readonly model: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(modelUsageQuery);
  if (!data && error) {
    return (
      <p className={styles.line} role="alert">
        {texts.modelUnknown}{' '}
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </p>
    );
  }
  if (!data) return <p className={styles.line} aria-busy="true" />;
  if (!data.configured) return <p className={styles.line}>{texts.withoutModel}</p>;
  const { tokensToday, tokensPerDay } = data;
  const warning = modelWarning(data);
  return (
    <p className={styles.line}>
      {texts.scoredBy(model ?? texts.yourModel)}{' '}
      {tokensPerDay === null ? texts.tokens(tokensToday) : texts.tokensOf(tokensToday, tokensPerDay)}
      {warning !== null && <strong className={styles.warning}> {warning}</strong>}
    </p>
  );
}

/** Shown on the page only if there is a problem with the model. */
export function ModelWarning() {
  const { data } = useQuery(modelUsageQuery);
  const warning = data ? modelWarning(data) : null;
  return warning === null ? null : <p className={styles.notice}>{warning}</p>;
}
