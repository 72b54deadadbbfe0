import type { PreviewRequest } from '@earshot/proto/http/scan';
import { AutoComplete, Button } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { Field, noteId } from '../../../components/field.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { fieldErrors, isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/format.ts';
import { usePreviewScan } from '../api/preview-scan.ts';
import { texts } from '../texts.ts';
import styles from './preview-panel.module.css';
import { PreviewResult } from './preview-result.tsx';

export interface PreviewPanelProps {
  /** The settings to try, saved or not. */
  readonly settings: Omit<PreviewRequest, 'subreddit'>;
  /** Names of the monitored communities, to choose from. */
  readonly communities: readonly string[];
}

const fieldId = 'preview-community';

/** Chooses the community, runs the test and shows what came of it. */
export function PreviewPanel({ settings, communities }: PreviewPanelProps) {
  const [name, setName] = useState(communities[0] ?? '');
  const [isMissing, setMissing] = useState(false);
  const preview = usePreviewScan();
  const { isPending, data, error } = preview;
  const wrong = isMissing ? texts.noCommunity : fieldErrors(error).subreddit;
  const run = () => {
    const subreddit = name.trim();
    setMissing(subreddit === '');
    if (subreddit !== '' && !isPending) preview.mutate({ ...settings, subreddit });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    run();
  };
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>{texts.intro}</p>
      <form className={styles.form} onSubmit={onSubmit}>
        <Field id={fieldId} label={texts.community} error={wrong}>
          <AutoComplete
            id={fieldId}
            value={name}
            options={communities.map((value) => ({ value }))}
            placeholder={texts.communityHint}
            onChange={(value: string) => {
              setName(value);
              setMissing(false);
            }}
            {...(wrong === undefined ? {} : { status: 'error', 'aria-describedby': noteId(fieldId) })}
          />
        </Field>
        {isPending ? (
          <Button onClick={preview.cancel}>{texts.cancel}</Button>
        ) : (
          <Button type="primary" htmlType="submit">
            {texts.run}
          </Button>
        )}
      </form>
      {isPending && <Running name={preview.variables.subreddit} />}
      {error && wrong === undefined && !isSignedOut(error) && <Failed error={error} onRetry={run} />}
      {data && <PreviewResult preview={data} />}
    </div>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p className={styles.problem}>{texts.failed}</p>
      <p>
        {sentence(messageOf(error))} {texts.unchanged}
      </p>
      <Button onClick={onRetry}>{texts.again}</Button>
    </div>
  );
}

function Running({ name }: { readonly name: string }) {
  return (
    <div className={styles.running} aria-busy="true">
      <p role="status">{texts.running(name.replace(/^\/?r\//i, ''))}</p>
      <div className={styles.track}>
        <span />
      </div>
      <SkeletonGroup label={texts.verdicts} className={styles.waiting}>
        {[0, 1, 2].map((row) => (
          <div key={row} className={styles.waitingRow}>
            <Skeleton width="70%" />
            <Skeleton width="40%" height={12} />
          </div>
        ))}
      </SkeletonGroup>
    </div>
  );
}
