import type { PreviewRequest } from '@earshot/proto/http/scan';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field, noteId } from '../../../components/field.tsx';
import { SourceChoice } from '../../../components/source-choice.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { SuggestInput } from '../../../components/suggest-input.tsx';
import { fieldErrors, isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { type CommunityView, findTyped } from '../../../lib/community.ts';
import { sentence } from '../../../lib/format.ts';
import { sourceId, useChosenSource } from '../../../lib/sources.ts';
import { usePreviewScan } from '../api/preview-scan.ts';
import { texts } from '../texts.ts';
import styles from './preview-panel.module.css';
import { PreviewResult } from './preview-result.tsx';

export interface PreviewPanelProps {
  /** The settings to try, saved or not. */
  readonly settings: Omit<PreviewRequest, 'subreddit' | 'source'>;
  /** The monitored communities, to choose from. */
  readonly communities: readonly CommunityView[];
}

const fieldId = 'preview-community';

/** The typed community and its source. */
function useCommunity(communities: PreviewPanelProps['communities']) {
  const [first] = communities;
  const { sources, source, choose } = useChosenSource(first?.source);
  const [name, setName] = useState(first?.communityLabel ?? '');
  const chooseSource = (id: string) => {
    choose(id);
    setName(communities.find((one) => one.source === id)?.communityLabel ?? '');
  };
  const listed = communities.filter((one) => one.source === source?.id);
  return { sources, source, chooseSource, listed, name, setName };
}

/** Selects the community, runs the test and shows the result. */
export function PreviewPanel({ settings, communities }: PreviewPanelProps) {
  const { sources, source, chooseSource, listed, name, setName } = useCommunity(communities);
  const [isMissing, setMissing] = useState(false);
  const preview = usePreviewScan();
  const { isPending, data, error } = preview;
  const wrong = isMissing ? texts.noCommunity : fieldErrors(error).subreddit;
  const labelOf = (community: string) => findTyped(listed, community)?.communityLabel ?? community;
  const run = () => {
    const community = findTyped(listed, name)?.name ?? name.trim();
    setMissing(community === '');
    if (community === '' || isPending) return;
    preview.mutate({ ...settings, subreddit: community, source: sourceId(source?.id) });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    run();
  };
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>{texts.intro}</p>
      <SourceChoice sources={sources} value={source?.id ?? ''} onChange={chooseSource} />
      <form className={styles.form} onSubmit={onSubmit}>
        <Field id={fieldId} label={texts.community} error={wrong}>
          <SuggestInput
            id={fieldId}
            value={name}
            options={listed.map(({ communityLabel }) => ({ value: communityLabel }))}
            placeholder={source?.nameHint}
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
      {isPending && <Running name={labelOf(preview.variables.subreddit)} />}
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
      <p role="status">{texts.running(name)}</p>
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
