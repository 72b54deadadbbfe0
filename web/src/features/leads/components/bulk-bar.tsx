import type { BulkChange, Lead } from '@earshot/proto/http/lead';
import { type LeadRating, leadRatings } from '@earshot/proto/values';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LazyDialog } from '../../../components/lazy-dialog.tsx';
import { onDemandPart } from '../../../components/on-demand-part.tsx';
import { Tip } from '../../../components/tip.tsx';
import { useChangeLeads } from '../api/change-leads.ts';
import { useExportLeads } from '../api/export-leads.ts';
import { bulkTexts as texts } from '../bulk-texts.ts';
import { cardsIn, firstInSight } from '../card-focus.ts';
import type { LeadFilters } from '../filters.ts';
import { canBecomeWithOthers } from '../status-moves.ts';
import type { LeadBoard } from '../use-lead-board.ts';
import styles from './bulk-bar.module.css';

const BulkConfirm = onDemandPart(async () => (await import('./bulk-confirm.tsx')).BulkConfirm);

interface BulkBarProps {
  readonly board: LeadBoard;
  readonly filters: LeadFilters;
}

/** Actions for all selected leads, of this page or of all pages. Visible while at least one lead is selected. */
export function BulkBar({ board, filters }: BulkBarProps) {
  const { matching, selected, clearSelection } = board.marks;
  const { unconfirmed, ask } = board.bulk;
  const { mutate, isPending } = useChangeLeads();
  const [done, setDone] = useState(0);
  const [isFinished, setFinished] = useState(false);
  // The bar disappears with the selection, so the focus moves from its buttons to the cards.
  const leave = () => {
    focusSelected(selected);
    clearSelection();
  };
  const rate = (change: BulkChange, ids: readonly string[]) =>
    mutate({ target: { filters, ids, most: ids.length }, change, onStep: setDone }, { onSuccess: leave });
  const changeMatching = (change: BulkChange) => {
    setDone(0);
    const onSuccess = ({ error }: { readonly error: unknown }) => {
      setFinished(error === null);
      ask(null);
    };
    mutate({ target: { filters, most: matching }, change, onStep: setDone }, { onSuccess });
  };
  const onClosed = () => {
    if (isFinished) leave();
    setFinished(false);
  };
  const confirming = { count: matching, busy: isPending, done, onConfirm: changeMatching, onClosed };
  return (
    <>
      {selected.size > 0 && <Bar board={board} filters={filters} isBusy={isPending} onRate={rate} onLeave={leave} />}
      <LazyDialog open={unconfirmed !== null} onClose={() => ask(null)} title={texts.selection}>
        <BulkConfirm unconfirmed={unconfirmed} onCancel={() => ask(null)} {...confirming} />
      </LazyDialog>
    </>
  );
}

/** Focuses the first selected card in sight, or the first card if none of them is left. */
function focusSelected(selected: ReadonlySet<string>): void {
  const cards = cardsIn(document.body);
  const marked = cards.filter(({ dataset }) => selected.has(dataset['lead'] ?? ''));
  firstInSight(marked.length > 0 ? marked : cards, 0)?.focus({ preventScroll: true });
}

interface BarProps extends BulkBarProps {
  readonly isBusy: boolean;
  /** Rates the leads with these ids. */
  readonly onRate: (change: BulkChange, ids: readonly string[]) => void;
  /** Clears the selection. */
  readonly onLeave: () => void;
}

function Bar({ board, filters, isBusy, onRate, onLeave }: BarProps) {
  const { marks, bulk, shown } = board;
  const selected = (shown.leads ?? []).filter(({ id }) => marks.selected.has(id));
  const ids = selected.map(({ id }) => id);
  const isAll = marks.matching > 0;
  const able = (status: 'contacted' | 'skipped') =>
    isAll ? marks.matching : selected.filter((lead) => canBecomeWithOthers(lead.status, status)).length;
  const set = (status: 'contacted' | 'skipped') => () => {
    if (isAll) return bulk.ask({ status });
    focusSelected(marks.selected);
    bulk.change(status);
  };
  const rate = (rating: LeadRating) => (isAll ? bulk.ask({ rating }) : onRate({ rating }, ids));
  return (
    <div className={styles.bar} role="group" aria-label={texts.selection} aria-busy={isBusy}>
      <div className={styles.row}>
        <Selected board={board} selected={selected} />
        <Button
          type="text"
          className={styles.close ?? ''}
          aria-label={texts.clearSelection}
          icon={<Icon name="close" />}
          onClick={onLeave}
        />
      </div>
      <div className={styles.row}>
        <Button
          type="primary"
          icon={<Icon name="skip" />}
          reason={able('skipped') === 0 ? texts.noneToSkip : undefined}
          onClick={set('skipped')}
        >
          {texts.skip(able('skipped'))}
        </Button>
        <Button
          className={styles.contact ?? ''}
          icon={<Icon name="check" />}
          aria-label={texts.contact}
          reason={able('contacted') === 0 ? texts.noneToContact : undefined}
          onClick={set('contacted')}
        >
          <span className={styles.word}>{texts.contact}</span>
        </Button>
        <Thumbs isBusy={isBusy} onRate={rate} />
        <Export filters={filters} ids={isAll ? undefined : ids} />
      </div>
    </div>
  );
}

/** The number of selected leads, and the way to select more. */
function Selected({
  board: { marks, shown },
  selected,
}: {
  readonly board: LeadBoard;
  readonly selected: readonly Lead[];
}) {
  const leads = shown.leads ?? [];
  const total = shown.total ?? 0;
  const ids = leads.map(({ id }) => id);
  return (
    <>
      <span className={styles.count} role="status">
        {marks.matching > 0 ? texts.allSelected(marks.matching) : texts.selected(selected.length)}
      </span>
      {selected.length < leads.length && (
        <Button type="link" className={styles.more ?? ''} onClick={() => marks.selectAll(ids)}>
          {texts.selectAll}
        </Button>
      )}
      {marks.matching === 0 && total > leads.length && (
        <Button type="link" className={styles.more ?? ''} onClick={() => marks.selectMatching(ids, total)}>
          {texts.selectMatching(total)}
        </Button>
      )}
    </>
  );
}

interface ThumbsProps {
  readonly isBusy: boolean;
  readonly onRate: (thumb: LeadRating) => void;
}

function Thumbs({ isBusy, onRate }: ThumbsProps) {
  return leadRatings.map((thumb) => (
    <Tip key={thumb} text={texts.thumbs[thumb]}>
      <Button
        aria-label={texts.thumbs[thumb]}
        icon={<Icon name={thumb === 'up' ? 'thumbUp' : 'thumbDown'} />}
        loading={isBusy}
        onClick={() => onRate(thumb)}
      />
    </Tip>
  ));
}

interface ExportProps {
  readonly filters: LeadFilters;
  /** Absent for all leads that match. */
  readonly ids: readonly string[] | undefined;
}

function Export({ filters, ids }: ExportProps) {
  const { mutate, isPending } = useExportLeads();
  return (
    <Tip text={texts.export}>
      <Button
        aria-label={texts.export}
        icon={<Icon name="download" />}
        loading={isPending}
        onClick={() => mutate({ filters, ...(ids && { ids }) })}
      />
    </Tip>
  );
}
