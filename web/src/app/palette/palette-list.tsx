import { useEffect, useRef } from 'react';
import { CommunityName } from '../../components/community-name.tsx';
import { ScoreBadge } from '../../components/score-badge.tsx';
import type { PaletteGroup, PaletteOption } from './options.ts';
import styles from './palette.module.css';
import { texts } from './texts.ts';

interface PaletteListProps {
  /** The prefix of the ids of the list and its options. */
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  /** The id of the option that Enter chooses. */
  readonly current: string | undefined;
  /** A sentence below the options. */
  readonly note: string | null;
  readonly onChoose: (run: () => void) => void;
}

/** The options, in groups. Its height is fixed, so that the dialog does not move while the user types. */
export function PaletteList({ id, groups, current, note, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div className={styles.results}>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={texts.results} className={`${styles.list} scrolls`}>
        {groups.map(({ name, options }) => (
          <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
            <div id={`${id}-${name}`} role="presentation" className={styles.group}>
              {texts.groups[name]}
            </div>
            {options.map((option) => (
              <div
                key={option.id}
                id={`${id}-${option.id}`}
                role="option"
                aria-selected={option.id === current}
                className={styles.option}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(option.run)}
              >
                <Row option={option} />
              </div>
            ))}
          </div>
        ))}
      </div>
      {note !== null && <p className={styles.note}>{note}</p>}
    </div>
  );
}

function Row({ option: { icon, label, lead } }: { readonly option: PaletteOption }) {
  if (!lead) {
    return (
      <>
        {icon}
        <span className={styles.label}>{label}</span>
      </>
    );
  }
  return (
    <>
      <ScoreBadge score={lead.score} />
      <span className={`${styles.label} ${styles.title}`}>{label}</span>
      <span className={styles.community}>
        <CommunityName name={lead.subreddit} communityLabel={lead.communityLabel} />
      </span>
    </>
  );
}
