import type { Lead } from '@earshot/proto/http/lead';
import { Icon } from '../../../components/icon.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ScoreBadge } from '../../../components/score-badge.tsx';
import { Tip } from '../../../components/tip.tsx';
import { texts } from '../texts.ts';
import styles from './lead-meta.module.css';

/** The first line of a lead: score, status once it has one, community, author, age, relevance. */
export function LeadMeta({ lead }: { readonly lead: Lead }) {
  return (
    <div className={styles.meta}>
      <ScoreBadge score={lead.score} />
      {lead.status !== 'new' && <span className={styles.status}>{texts.statuses[lead.status]}</span>}
      <span className={styles.facts}>
        {lead.aiAnalysis.provisional && (
          <Tip text={texts.provisionalTip}>
            <span className={styles.provisional} tabIndex={0}>
              {texts.provisional}
            </span>
          </Tip>
        )}
        <span className={styles.subreddit}>
          <span className={styles.mark}>r/</span>
          {lead.subreddit}
        </span>
        <span className={styles.author}>{texts.by(lead.author)}</span>
        <RelativeTime iso={lead.postCreatedAt} />
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
