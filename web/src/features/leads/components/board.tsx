import type { Lead } from '@earshot/proto/http/lead';
import { useState } from 'react';
import { LazyDialog } from '../../../components/lazy-dialog.tsx';
import { LazyPart } from '../../../components/lazy-part.tsx';
import { BrandMark } from '../../../components/brand-mark.tsx';
import { onDemandPart } from '../../../components/on-demand-part.tsx';
import { texts } from '../texts.ts';
import type { LeadFilters } from '../filters.ts';
import type { LeadBoard } from '../use-lead-board.ts';
import styles from './board.module.css';
import { LeadList } from './lead-list.tsx';
import { LinkedLead } from './linked-lead.tsx';
import { ListNotice } from './list-notice.tsx';

const ShortcutsDialog = onDemandPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

const BulkBar = onDemandPart(async () => (await import('./bulk-bar.tsx')).BulkBar);

interface BoardProps {
  readonly board: LeadBoard;
  readonly filters: LeadFilters;
  readonly onPage: (page: number) => void;
  readonly compose: (lead: Lead) => React.ReactNode;
  /** Shown instead of an empty list. */
  readonly empty: React.ReactNode;
  /** Shown below the list. */
  readonly below: React.ReactNode;
}

/** The linked lead, the list, and the bars above them. */
export function Board({ board, filters, onPage, compose, empty, below }: BoardProps) {
  const { root, shown, marks, linkedId, skip, rate, showWaiting, help } = board;
  const closeHelp = () => help.set(false);
  const actions = { compose, onToggle: marks.toggle, onSkip: skip, onRate: rate };
  const isEmpty = shown.leads?.length === 0 && linkedId === '';
  return (
    <div ref={root} className={`${styles.board} ${styles.split}`} data-empty={isEmpty}>
      {marks.openId === '' && (shown.leads?.length ?? 0) > 0 && (
        <p className={styles.hint}>
          <BrandMark size={40} />
          {texts.openHint}
        </p>
      )}
      {linkedId !== '' && <LinkedLead key={linkedId} id={linkedId} onClose={marks.close} {...actions} />}
      <div>
        <ListNotice shown={shown} onShowWaiting={showWaiting} />
        <div className={styles.board}>
          <LeadList
            shown={shown}
            page={filters.page}
            marks={marks}
            onPage={onPage}
            empty={empty}
            onSelect={marks.select}
            {...actions}
          />
          {(shown.leads?.length ?? 0) > 0 && below}
          <Selection board={board} filters={filters} />
        </div>
      </div>
      <LazyDialog open={help.open} onClose={closeHelp} title={texts.keys}>
        <ShortcutsDialog open={help.open} onClose={closeHelp} />
      </LazyDialog>
    </div>
  );
}

/** The bar for selected leads. It stays mounted once it was needed, because its dialog returns the focus. */
function Selection({ board, filters }: Pick<BoardProps, 'board' | 'filters'>) {
  const [needed, setNeeded] = useState(false);
  if (board.marks.selected.size > 0 && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <LazyPart what={texts.selectionActions} waiting={null}>
      <BulkBar board={board} filters={filters} />
    </LazyPart>
  );
}
