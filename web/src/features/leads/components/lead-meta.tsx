import type { Lead } from '@earshot/proto/http/lead';
import { CommunityName } from '../../../components/community-name.tsx';
import { Icon } from '../../../components/icon.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ScoreBadge } from '../../../components/score-badge.tsx';
import { SampleTag, SourceTag } from '../../../components/source-tag.tsx';
import { Tip } from '../../../components/tip.tsx';
import { isSample, useSeveralSources } from '../../../lib/sources.ts';
import { texts } from '../texts.ts';
import styles from './lead-meta.module.css';

function statusOf({ status, withdrawn }: Lead): string {
  return status === 'skipped' && withdrawn !== null ? texts.withdrawn : texts.statuses[status];
}

/** The first line of a lead: score, status (unless new), community, author, age, relevance. */
export function LeadMeta({ lead }: { readonly lead: Lead }) {
  const showsSource = useSeveralSources();
  return (
    <div className={styles.meta}>
      <ScoreBadge score={lead.score} />
      {lead.status !== 'new' && <span className={styles.status}>{statusOf(lead)}</span>}
      <span className={styles.facts}>
        {lead.aiAnalysis.provisional && (
          <Tip text={texts.provisionalTip}>
            <span className={styles.provisional} tabIndex={0}>
              {texts.provisional}
            </span>
          </Tip>
        )}
        <span className={styles.community}>
          <CommunityName name={lead.subreddit} communityLabel={lead.communityLabel} />
        </span>
        {isSample(lead) ? <SampleTag /> : showsSource && <SourceTag label={lead.sourceLabel} />}
        {lead.removed === null && <span className={styles.author}>{lead.authorLabel}</span>}
        <RelativeTime iso={lead.postCreatedAt} />
        {lead.editedAt !== null && <span className={styles.edited}>{texts.editedSince}</span>}
      </span>
      <span className={styles.badges}>
        {lead.rating !== null && (
          <span className={styles.rating}>
            <Icon name={lead.rating === 'up' ? 'thumbUp' : 'thumbDown'} size={14} filled />
            <span className="unseen">{texts.thumbs[lead.rating]}</span>
          </span>
        )}
        <span className={styles.relevance} data-level={lead.relevance}>
          {texts.relevanceBadge(lead.relevance)}
        </span>
      </span>
    </div>
  );
}
