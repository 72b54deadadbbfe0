import type { Learning } from '@earshot/proto/http/learning';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { SwitchField } from '../../../components/switch-field.tsx';
import { count, sentence } from '../../../lib/format.ts';
import { learningQuery, useSwitchLearning } from '../api/learning.ts';
import { texts } from '../texts.ts';
import { useForgetting } from '../use-forgetting.ts';
import styles from './learning-card.module.css';

/** Shows how the user's actions change scores, with controls to switch learning off and to forget everything. */
export function LearningCard() {
  const { data, error, refetch } = useQuery(learningQuery);
  return (
    <Card title={texts.title} help={texts.help}>
      {data && <Learned learning={data} />}
      {error && !data && <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
    </Card>
  );
}

function Learned({ learning }: { readonly learning: Learning }) {
  const turn = useSwitchLearning();
  const place = useRef<HTMLDivElement>(null);
  const { labels, isOn } = learning;
  const many = labels.wanted + labels.unwanted;
  const forgetting = useForgetting(many, place);
  return (
    <div ref={place} className={styles.learned} tabIndex={-1} role="group" aria-label={texts.title}>
      <SwitchField
        id="learning-switch"
        label={texts.switch}
        help={texts.switchHelp}
        error={undefined}
        value={turn.isPending ? turn.variables : isOn}
        onChange={(wanted) => turn.mutate(wanted)}
      />
      {many === 0 ? (
        <p className={styles.note}>{texts.nothing}</p>
      ) : (
        <Account learning={learning} onForget={forgetting.ask} />
      )}
      <ConfirmDialog
        open={forgetting.isAsking}
        title={texts.forgetTitle}
        confirmLabel={texts.forget}
        danger
        busy={forgetting.isBusy}
        onConfirm={forgetting.agree}
        onCancel={forgetting.cancel}
        onClosed={forgetting.keepFocus}
      >
        {texts.forgetHelp(many)}
      </ConfirmDialog>
    </div>
  );
}

interface AccountProps {
  readonly learning: Learning;
  readonly onForget: () => void;
}

/** The counted ratings, and whether scores use them. */
function Account({ learning: { labels, note, updatedAt }, onForget }: AccountProps) {
  return (
    <>
      <dl className={styles.counts} aria-label={texts.counts}>
        <Count name={texts.wanted} value={labels.wanted} />
        <Count name={texts.unwanted} value={labels.unwanted} />
      </dl>
      <p className={styles.note}>{sentence(note)}</p>
      <div className={styles.end}>
        <span className={styles.updated}>
          {updatedAt !== null && (
            <>
              {texts.updated} <RelativeTime iso={updatedAt} />
            </>
          )}
        </span>
        <Button danger onClick={onForget}>
          {texts.forget}
        </Button>
      </div>
    </>
  );
}

function Count({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div className={styles.count}>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.what} className={styles.learned}>
      <Skeleton width="40%" />
      <Skeleton height={48} />
    </SkeletonGroup>
  );
}
