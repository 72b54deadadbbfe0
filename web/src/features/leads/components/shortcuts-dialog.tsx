import { Dialog } from '../../../components/dialog.tsx';
import { commandKey } from '../../../lib/use-command-key.ts';
import { texts } from '../texts.ts';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lists the keyboard shortcuts of the page. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onCancel={onClose} title={texts.keys} width={440} centered>
      <dl className={styles.list}>
        {[...texts.shortcuts, { keys: [commandKey.label], what: texts.paletteKey }].map(({ keys, what }) => (
          <div key={what} className={styles.row}>
            <dt className={styles.what}>{what}</dt>
            <dd className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
