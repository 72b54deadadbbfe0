import type { Lead } from '@earshot/proto/http/lead';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { cardsIn, firstInSight } from '../card-focus.ts';
import { canBecome } from '../status-moves.ts';
import { texts } from '../texts.ts';
import type { Marks } from '../use-marks.ts';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  readonly leads: readonly Lead[];
  readonly marks: Marks;
  readonly onSkip: () => void;
}

/** Actions for all selected leads. Visible while at least one lead is selected. */
export function BulkBar({ leads, marks, onSkip }: BulkBarProps) {
  const selected = leads.filter(({ id }) => marks.selected.has(id));
  if (selected.length === 0) return null;
  const skippable = selected.filter(({ status }) => canBecome(status, 'skipped')).length;
  // The bar disappears with the selection, so the focus returns from its buttons to the cards.
  const leaveFor = (action: () => void) => () => {
    const cards = cardsIn(document.body).filter(({ dataset }) => marks.selected.has(dataset['lead'] ?? ''));
    firstInSight(cards, 0)?.focus({ preventScroll: true });
    action();
  };
  return (
    <div className={styles.bar} role="group" aria-label={texts.selection}>
      <span className={styles.count} role="status">
        {texts.selected(selected.length)}
      </span>
      {selected.length < leads.length && (
        <Button type="text" onClick={() => marks.selectAll(leads.map(({ id }) => id))}>
          {texts.selectAll}
        </Button>
      )}
      <Button type="primary" icon={<Icon name="skip" />} disabled={skippable === 0} onClick={leaveFor(onSkip)}>
        {texts.skipMany(skippable)}
      </Button>
      <Button
        type="text"
        aria-label={texts.clearSelection}
        icon={<Icon name="close" />}
        onClick={leaveFor(marks.clearSelection)}
      />
    </div>
  );
}
