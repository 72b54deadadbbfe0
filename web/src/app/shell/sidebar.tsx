import { useState } from 'react';
import { BrandMark } from '../../components/brand-mark.tsx';
import { Icon } from '../../components/icon.tsx';
import { Tip } from '../../components/tip.tsx';
import { readStored, store } from '../../lib/local-storage.ts';
import { texts } from '../texts.ts';
import styles from './sidebar.module.css';

const pinnedKey = 'sidebarPinned';

/** If pinned, it has its full width. Otherwise it is a row of icons that opens over the page on hover and focus. */
export function Sidebar({ children }: { readonly children: React.ReactNode }) {
  const [pinned, setPinned] = useState(() => readStored(pinnedKey) !== 'false');
  const toggle = () => {
    store(pinnedKey, String(!pinned));
    setPinned(!pinned);
  };
  return (
    <aside className={styles.place} data-pinned={pinned} aria-label={texts.sidebar}>
      <div className={styles.sidebar}>
        <div className={styles.top}>
          <BrandMark size={24} />
          <span className={styles.name}>{texts.brand}</span>
          <Tip text={pinned ? texts.collapses : texts.staysOpen} side="right">
            <button type="button" className={styles.pin} aria-pressed={pinned} aria-label={texts.pin} onClick={toggle}>
              <Icon name="pin" filled={pinned} />
            </button>
          </Tip>
        </div>
        {children}
      </div>
    </aside>
  );
}
