import styles from './figure-pair.module.css';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** Two figures inside a tab, smaller than the cards above it. */
export function FigurePair({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={styles.list}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
