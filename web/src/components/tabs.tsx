import { useId, useRef } from 'react';
import { count } from '../lib/format.ts';
import styles from './tabs.module.css';

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: string;
  /** The number of items in the tab; undefined if nothing is counted or the number is not known yet. */
  readonly count?: number | undefined;
}

interface TabsProps<V extends string> {
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly Tab<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** The panel of the selected tab. */
  readonly children: React.ReactNode;
}

/** Tabs over one panel. The list is one Tab stop; arrow keys, Home and End select a tab. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next =
      tabs[
        indexAfter(
          event.key,
          tabs.findIndex((tab) => tab.value === value),
          tabs.length,
        ) ?? -1
      ];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-tab={tab.value}
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}> {count(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}

/** Returns the index that a key selects; null if tabs do not handle the key. */
function indexAfter(key: string, at: number, length: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % length;
  if (key === 'ArrowLeft') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : null;
}
