import type { ScanPreview } from '@earshot/proto/http/scan';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { texts } from '../texts.ts';
import styles from './preview-result.module.css';
import { PreviewedPostRow } from './previewed-post-row.tsx';

type Verdict = 'kept' | 'dropped';

/** The posts that would be kept or dropped, best first, each with its reason. */
export function PreviewResult({ preview }: { readonly preview: ScanPreview }) {
  const { communityLabel, threshold, fetched, filtered, unscored, posts } = preview;
  const leads = posts.filter((post) => post.wouldBeLead);
  const dropped = posts.filter((post) => !post.wouldBeLead);
  const [tab, setTab] = useState<Verdict>(leads.length > 0 ? 'kept' : 'dropped');
  if (fetched === 0) return <EmptyState plain text={texts.nothing(communityLabel)} />;
  const noneKept = posts.length > 0 ? texts.noneKept : texts.noneScored;
  const shown = tab === 'kept' ? leads : dropped;
  const least = threshold.toFixed(1);
  return (
    <div className={styles.result}>
      <p className={styles.sum} role="status">
        {texts.sum(leads.length, fetched, communityLabel)} <span className={styles.rule}>{texts.rule(least)}</span>
      </p>
      <Tabs
        label={texts.verdicts}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'kept', label: texts.kept, count: leads.length },
          { value: 'dropped', label: texts.dropped, count: fetched - leads.length },
        ]}
      >
        {tab === 'dropped' && <LeftOut filtered={filtered} unscored={unscored} />}
        {shown.length === 0 && <EmptyState plain text={tab === 'kept' ? noneKept : texts.noneDropped} />}
        <ul className={styles.list}>
          {shown.map((post) => (
            <PreviewedPostRow key={post.redditPostId} post={post} threshold={least} />
          ))}
        </ul>
      </Tabs>
    </div>
  );
}

function LeftOut({ filtered, unscored }: Pick<ScanPreview, 'filtered' | 'unscored'>) {
  return (
    <>
      {filtered > 0 && <p className={styles.leftOut}>{texts.filtered(filtered)}</p>}
      {unscored > 0 && <p className={styles.leftOut}>{texts.unscored(unscored)}</p>}
    </>
  );
}
