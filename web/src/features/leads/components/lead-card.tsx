import type { Lead } from '@earshot/proto/http/lead';
import { Button } from 'antd';
import { memo, useId, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { safeHref } from '../../../lib/format.ts';
import { excerpt } from '../excerpt.ts';
import { markQuotes } from '../mark-quotes.ts';
import { texts } from '../texts.ts';
import { Composer, type Draft, emptyDraft } from './composer.tsx';
import styles from './lead-card.module.css';
import { ScoreBadge } from './score-badge.tsx';
import { ScoreParts } from './score-parts.tsx';

/**
 * One lead. Expanded, it shows the whole post with the quotes that earned the score, and the composer.
 * Lists are read again often while a scan runs; a lead that did not change is not drawn again.
 */
export const LeadCard = memo(Card);

function Card({ lead }: { readonly lead: Lead }) {
  const [expanded, setExpanded] = useState(false);
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const regionId = useId();
  const toggle = () => setExpanded(!expanded);
  return (
    <article className={styles.card} data-status={lead.status} data-expanded={expanded}>
      <Meta lead={lead} />
      <h2 className={styles.title}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={expanded}
          aria-controls={regionId}
          onClick={toggle}
        >
          {expanded ? <Marked text={lead.title} lead={lead} /> : lead.title}
        </button>
      </h2>
      <div id={regionId} className={styles.region}>
        {lead.content !== '' && (
          // A larger place to click for the pointer; the title is the control that has a name and takes the keyboard.
          <p className={styles.content} {...(expanded ? {} : { onClick: toggle })}>
            {expanded ? <Marked text={lead.content} lead={lead} /> : excerpt(lead.content)}
          </p>
        )}
        <p className={styles.reason}>
          <Icon name="spark" />
          <span>{lead.matchReason}</span>
        </p>
        {expanded && <ScoreParts lead={lead} />}
        {expanded && <Composer lead={lead} draft={draft} onDraft={setDraft} />}
      </div>
      <Actions lead={lead} expanded={expanded} onToggle={toggle} />
    </article>
  );
}

function Meta({ lead }: { readonly lead: Lead }) {
  return (
    <div className={styles.meta}>
      <ScoreBadge score={lead.score} />
      <span className={styles.facts}>
        <span className={styles.subreddit}>
          <span className={styles.mark}>r/</span>
          {lead.subreddit}
        </span>
        <span className={styles.author}>{texts.by(lead.author)}</span>
        <RelativeTime iso={lead.postCreatedAt} />
      </span>
      <span className={styles.badges}>
        {lead.status !== 'new' && <span className={styles.status}>{texts.statuses[lead.status]}</span>}
        <span className={styles.relevance} data-level={lead.relevance}>
          {texts.relevanceBadge(lead.relevance)}
        </span>
      </span>
    </div>
  );
}

function Marked({ text, lead }: { readonly text: string; readonly lead: Lead }) {
  return markQuotes(text, lead.aiAnalysis.parts).map(({ text: words, note }, index) =>
    note === null ? (
      <span key={index}>{words}</span>
    ) : (
      <mark key={index} className={styles.quote} title={note}>
        {words}
      </mark>
    ),
  );
}

interface ActionsProps {
  readonly lead: Lead;
  readonly expanded: boolean;
  readonly onToggle: () => void;
}

function Actions({ lead, expanded, onToggle }: ActionsProps) {
  const href = safeHref(lead.url, location.origin);
  return (
    <div className={styles.actions}>
      <Button size="small" icon={<Icon name={expanded ? 'close' : 'pen'} size={14} />} onClick={onToggle}>
        {expanded ? texts.hide : texts.write}
      </Button>
      {href && (
        <Button
          size="small"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          icon={<Icon name="open" size={14} />}
        >
          {texts.openPost}
        </Button>
      )}
    </div>
  );
}
