import type { Lead } from '@earshot/proto/http/lead';
import { type LeadRating, leadRatings } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Tip } from '../../../components/tip.tsx';
import { leadPath } from '../../../config/paths.ts';
import { safeHref } from '../../../lib/format.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { leadQuery } from '../api/get-lead.ts';
import { cardOf, showStart } from '../card-focus.ts';
import { excerpt } from '../excerpt.ts';
import { markQuotes } from '../mark-quotes.ts';
import { canBecome } from '../status-moves.ts';
import { texts } from '../texts.ts';
import styles from './lead-card.module.css';
import { LeadMeta } from './lead-meta.tsx';
import { OtherPlaces } from './other-places.tsx';
import { reasonsOf } from '../../../components/reasons.ts';
import { ScoreParts } from './score-parts.tsx';
import { WithdrawnNote } from './withdrawn-note.tsx';

/** The functions that a card needs from its list. They are stable, so that cards do not re-render. */
export interface CardActions {
  /** The content below the post of an expanded lead. */
  readonly compose: (lead: Lead) => React.ReactNode;
  readonly onToggle: (id: string) => void;
  /** Absent if leads cannot be selected. */
  readonly onSelect?: (id: string) => void;
  readonly onSkip: (lead: Lead) => void;
  readonly onRate: (lead: Lead, thumb: LeadRating) => void;
}

interface LeadCardProps extends CardActions {
  readonly lead: Lead;
  readonly expanded: boolean;
  readonly selected: boolean;
}

/**
 * One lead. Expanded, it shows the whole post with the quotes that earned the score, and the composer: below, or from 1,200 px
 * beside the list.
 * Memoised, because lists are refetched often during a scan and most leads do not change.
 */
export const LeadCard = memo(Card);

function Card({ lead, expanded, selected, compose, onToggle, onSelect, onSkip, onRate }: LeadCardProps) {
  const id = useId();
  // The score parts whose words are highlighted, both in the post and among the reasons.
  const [shown, setShown] = useState<readonly number[]>([]);
  const toggle = () => onToggle(lead.id);
  const card = useInSight(expanded);
  return (
    <article
      ref={card}
      className={styles.card}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      data-lead={lead.id}
      data-status={lead.status}
      data-expanded={expanded}
      data-selected={selected}
    >
      <div className={styles.summary}>
        {onSelect && <Select id={lead.id} selected={selected} onSelect={onSelect} />}
        <LeadMeta lead={lead} />
        <h2 id={`${id}-title`} className={styles.title}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={expanded}
            {...(expanded && { 'aria-controls': `${id}-more` })}
            onClick={toggle}
          >
            {expanded ? <Marked text={lead.title} lead={lead} shown={shown} /> : lead.title}
          </button>
        </h2>
        <div className={styles.region}>
          {lead.content !== '' && (
            // A larger click area for the pointer. The title is the accessible control for the keyboard.
            <p className={styles.content} onClick={toggle}>
              {excerpt(lead.content)}
            </p>
          )}
          <Reason lead={lead} />
          {lead.alsoIn.length > 0 && <OtherPlaces places={lead.alsoIn} />}
        </div>
        <Actions lead={lead} expanded={expanded} onToggle={toggle} onSkip={onSkip} onRate={onRate} />
      </div>
      {expanded && <Detail id={`${id}-more`} lead={lead} shown={shown} onShow={setShown} compose={compose} />}
    </article>
  );
}

/** Why the post is a lead, why it was withdrawn, or that nothing of it is left. */
function Reason({ lead }: { readonly lead: Lead }) {
  if (lead.removed !== null) return <p className={styles.reason}>{texts.postRemoved(lead.sourceLabel)}</p>;
  if (lead.withdrawn !== null && lead.status === 'skipped')
    return <WithdrawnNote lead={lead} reason={lead.withdrawn.reason} />;
  return (
    <p className={styles.reason}>
      <Icon name="spark" />
      <span>{lead.matchReason}</span>
    </p>
  );
}

/** Scrolls to the start of a card when it opens: the list moves when the lead above it closes or leaves. */
function useInSight(expanded: boolean) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (expanded && card.current) showStart(card.current);
  }, [expanded]);
  return card;
}

interface DetailProps extends Pick<CardActions, 'compose'> {
  readonly id: string;
  readonly lead: Lead;
  readonly shown: readonly number[];
  readonly onShow: (parts: readonly number[]) => void;
}

function Detail({ id, lead: listed, shown, onShow, compose }: DetailProps) {
  // The list sends the start of a long post.
  const { data: whole } = useQuery({ ...leadQuery(listed.id), enabled: listed.isPreview });
  const lead = whole ? { ...listed, content: whole.content } : listed;
  return (
    <div id={id} className={styles.detail}>
      <div className={`${styles.pane} scrolls`}>
        {lead.content !== '' && (
          <p className={styles.text}>
            <Marked text={lead.content} lead={lead} shown={shown} onShow={onShow} />
          </p>
        )}
        {lead.removed === null && <ScoreParts lead={lead} shown={shown} onShow={onShow} />}
        <div data-uncovered>{compose(listed)}</div>
      </div>
    </div>
  );
}

interface SelectProps {
  readonly id: string;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
}

function Select({ id, selected, onSelect }: SelectProps) {
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        aria-label={texts.select}
        data-action="select"
        checked={selected}
        onChange={() => onSelect(id)}
      />
    </label>
  );
}

interface MarkedProps {
  readonly text: string;
  readonly lead: Lead;
  readonly shown: readonly number[];
  /** Absent in the title, where a click opens and closes the lead. */
  readonly onShow?: (parts: readonly number[]) => void;
}

/** The text with the words that reasons quote. With a pointer, clicking a word highlights its reason. */
function Marked({ text, lead, shown, onShow }: MarkedProps) {
  return markQuotes(text, reasonsOf(lead.aiAnalysis.parts)).map(({ text: words, note, parts }, index) =>
    note === null ? (
      <span key={index}>{words}</span>
    ) : (
      <mark
        key={index}
        className={styles.quote}
        title={note}
        data-shown={parts.some((part) => shown.includes(part))}
        {...(onShow && { onClick: () => onShow(parts) })}
      >
        {words}
      </mark>
    ),
  );
}

interface ActionsProps {
  readonly lead: Lead;
  readonly expanded: boolean;
  readonly onToggle: () => void;
  readonly onSkip: (lead: Lead) => void;
  readonly onRate: (lead: Lead, thumb: LeadRating) => void;
}

function Actions({ lead, expanded, onToggle, onSkip, onRate }: ActionsProps) {
  const href = safeHref(lead.url, location.origin);
  return (
    <div className={styles.actions} data-uncovered>
      {(expanded || lead.removed === null) && (
        <Button size="small" icon={<Icon name={expanded ? 'close' : 'pen'} size={14} />} onClick={onToggle}>
          {expanded ? texts.hide : texts.write}
        </Button>
      )}
      {!expanded && canBecome(lead.status, 'skipped') && (
        <Tip text={texts.skip}>
          <Button
            size="small"
            aria-label={texts.skip}
            icon={<Icon name="skip" size={14} />}
            onClick={({ currentTarget }) => {
              // Skipping removes the button, so the focus moves to the card.
              cardOf(currentTarget)?.focus({ preventScroll: true });
              onSkip(lead);
            }}
          >
            <span className={styles.word}>{texts.skip}</span>
          </Button>
        </Tip>
      )}
      {href && (
        <Tip text={texts.openPost}>
          <Button
            size="small"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={texts.openPost}
            data-action="open"
            icon={<Icon name="open" size={14} />}
          >
            <span className={styles.word}>{texts.openPost}</span>
          </Button>
        </Tip>
      )}
      <Thumbs lead={lead} onRate={onRate} />
      {expanded && <CopyLink id={lead.id} />}
    </div>
  );
}

function CopyLink({ id }: { readonly id: string }) {
  const { copied, copy } = useCopy(new URL(leadPath(id), location.origin).href, texts.linkCopied);
  return (
    <Tip text={texts.copyLink}>
      <Button
        size="small"
        aria-label={texts.copyLink}
        icon={<Icon name={copied ? 'check' : 'link'} size={14} />}
        onClick={() => void copy()}
      >
        <span className={styles.word}>{texts.copyLink}</span>
      </Button>
    </Tip>
  );
}

function Thumbs({ lead, onRate }: Pick<ActionsProps, 'lead' | 'onRate'>) {
  return leadRatings.map((thumb) => (
    <Tip key={thumb} text={texts.thumbs[thumb]}>
      <Button
        size="small"
        aria-label={texts.thumbs[thumb]}
        aria-pressed={lead.rating === thumb}
        className={styles.thumb ?? ''}
        icon={<Icon name={thumb === 'up' ? 'thumbUp' : 'thumbDown'} size={14} filled={lead.rating === thumb} />}
        onClick={() => onRate(lead, thumb)}
      >
        <span className={styles.word}>{texts.thumbs[thumb]}</span>
      </Button>
    </Tip>
  ));
}
