import { useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { sentence } from '../lib/format.ts';
import { onDemand } from '../lib/on-demand.ts';
import { useToaster } from '../lib/toaster-context.ts';
import type { ChoiceSelectProps } from './choice-props.ts';
import styles from './choice-select.module.css';
import { Icon } from './icon.tsx';

const list = onDemand(async () => (await import('./choice-list.tsx')).ChoiceList);

/** Replaces the closed select with the list when it is first opened. */
function useList() {
  const toaster = useToaster();
  const [isOpened, setOpened] = useState(false);
  const open = () => {
    list.load().then(
      () => setOpened(true),
      (error: unknown) => {
        const description = sentence(messageOf(error));
        toaster.show({ kind: 'destructive', title: 'Could not open the list', description });
      },
    );
  };
  return { List: isOpened ? list.loaded() : undefined, open };
}

/**
 * A select with a fixed list of choices. Its name is `label`, or the Field around it through `id`. Until it is first opened it
 * is a plain button that looks the same: the code of the list is large, and pages show several.
 */
export function ChoiceSelect<V extends string | number>(props: ChoiceSelectProps<V>) {
  const { id, label, describedBy, value, choices, className = '', size = 'middle' } = props;
  const { List, open } = useList();
  if (List) return <List {...props} />;
  const shown = choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <button
      type="button"
      id={id}
      role="combobox"
      className={`${styles.select} ${className}`}
      data-size={size}
      title={String(shown)}
      aria-label={label}
      aria-describedby={describedBy}
      aria-haspopup="listbox"
      aria-expanded={false}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open();
      }}
    >
      <span className={styles.value}>{shown}</span>
      <Icon name="down" size={12} />
    </button>
  );
}
