import type { Lead } from '@earshot/proto/http/lead';
import { LazyDialog } from '../../../components/lazy-dialog.tsx';
import { BrandMark } from '../../../components/brand-mark.tsx';
import { onDemandPart } from '../../../components/on-demand-part.tsx';
import { texts } from '../texts.ts';
import type { LeadBoard } from '../use-lead-board.ts';
import styles from './board.module.css';
import { BulkBar } from './bulk-bar.tsx';
import { LeadList } from './lead-list.tsx';
import { LinkedLead } from './linked-lead.tsx';
import { ListNotice } from './list-notice.tsx';

const ShortcutsDialog = onDemandPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

interface BoardProps {
  readonly board: LeadBoard;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly compose: (lead: Lead) => React.ReactNode;
  /** Shown instead of an empty list. */
  readonly empty: React.ReactNode;
}

/** The linked lead, the list, and the bars above them. */
export function Board({ board, page, onPage, compose, empty }: BoardProps) {
  const { root, shown, marks, linkedId, skip, rate, skipSelected, showWaiting, help } = board;
  const closeHelp = () => help.set(false);
  const actions = { compose, onToggle: marks.toggle, onSkip: skip, onRate: rate };
  return (
    <div ref={root} className={`${styles.board} ${styles.split}`}>
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
            page={page}
            marks={marks}
            onPage={onPage}
            empty={empty}
            onSelect={marks.select}
            {...actions}
          />
          <BulkBar leads={shown.leads ?? []} marks={marks} onSkip={skipSelected} />
        </div>
      </div>
      <LazyDialog open={help.open} onClose={closeHelp} title={texts.keys}>
        <ShortcutsDialog open={help.open} onClose={closeHelp} />
      </LazyDialog>
    </div>
  );
}
